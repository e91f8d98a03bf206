#if canImport(Glibc)
import Cairn
import CairnTesting
import Glibc
import Testing

/// Locks of files that another process has open as well.
@Suite struct CopiedLockTests {
  /// A process that has the file open, as each has that is started here until its program is loaded.
  private func process(with file: FileDescriptor) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, file.rawValue, 200)
    let words = ["sleep", "600"]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    try #require(posix_spawn(&child, "/bin/sleep", &actions, nil, &arguments, nil) == 0)
    return child
  }

  @Test(
    "a lock ends when its file is closed here, also while a process that was started has it open")
  func closed() throws {
    let folder = RealFolder()
    let files = PosixFileSystem()
    let path = folder.path + "/lock"
    let file = try files.open(path, .create)
    #expect(try files.tryLock(file))
    let child = try process(with: file)
    defer {
      kill(child, SIGKILL)
      waitpid(child, nil, 0)
    }
    let other = try files.open(path, .read)
    #expect(try !files.tryLock(other))
    files.close(file)
    #expect(try files.tryLock(other))
    files.close(other)
  }
}
#endif
