#if canImport(Glibc)
import Cairn
import CairnTesting
import Foundation
import Glibc
import Testing

/// Locks of files that another process has open as well.
@Suite struct CopiedLockTests {
  /// Starts a process that has the file open, as every child process has until its program is
  /// loaded.
  private func process(with file: FileDescriptor) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, file.rawValue, 200)
    let texts = (["sleep", "600"] as [String]).map { strdup($0) }
    var arguments: [UnsafeMutablePointer<CChar>?] = texts + [nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    try #require(posix_spawn(&child, "/bin/sleep", &actions, nil, &arguments, nil) == 0)
    return child
  }

  @Test(
    "a lock ends when its file is closed here, even while a started process has it open")
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

  private typealias Fork = @convention(c) () -> pid_t

  @Test("a child that leaves its parent's files leaves the parent its locks")
  func forked() async {
    // A separate process: threads of other tests may hold locks that a child would wait for.
    await #expect(processExitsWith: .success) {
      // A child that hangs fails the test.
      alarm(60)
      let folder = RealFolder()
      var configuration = Configuration(destinations: [])
      configuration.instance = "i"
      configuration.directory = URL(fileURLWithPath: folder.path)
      configuration.diagnostics = { _ in }
      let analytics = Analytics(configuration)
      analytics.track("Before")
      let fork = unsafeBitCast(try #require(dlsym(nil, "fork")), to: Fork.self)
      let child = fork()
      // Its lane has begun by now.
      if child == 0 { _exit(0) }
      waitpid(child, nil, 0)
      analytics.track("After")
      let log = folder.path + "/i/v1/log"
      let files = PosixFileSystem()
      let held = try files.list(log).filter { name in
        let file = try files.open("\(log)/\(name)", .read)
        defer { files.close(file) }
        return try !files.tryLock(file)
      }
      #expect(held.count == 1)
      await analytics.close()
    }
  }
}
#endif
