#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The real disk.
package struct PosixFileSystem: FileSystem {
  /// The flag `O_NOFOLLOW`, or 0.
  ///
  /// It applies to the last component of a path; the folders above may be links.
  private let linkFlag: Int32
  private let hasLocks: Bool

  /// Creates a file system; `followsLinks` is for files that the app or an operator provides.
  ///
  /// The SDK creates no links, so a link in its own folders comes from another program, and could
  /// have another file read or overwritten. Without `hasLocks` every lock is granted and none is
  /// taken.
  package init(followsLinks: Bool = false, hasLocks: Bool = Self.systemAllowsLocks) {
    linkFlag = followsLinks ? 0 : O_NOFOLLOW
    self.hasLocks = hasLocks
  }

  /// Whether a process may be suspended while it holds a lock on a file.
  ///
  /// On iOS, tvOS, watchOS and visionOS the system kills such a process (0xdead10cc).
  package static var systemAllowsLocks: Bool {
    #if canImport(UIKit) && !targetEnvironment(macCatalyst)
    false
    #else
    true
    #endif
  }

  package func makeDirectory(_ path: String) throws(FileError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      throw failure("mkdir", path)
    }
    try makeDirectory(String(path[..<slash]))
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw failure("mkdir", path) }
  }

  package func protectDirectory(_ path: String) { FolderProtection.apply(path) }

  package func list(_ path: String) throws(FileError) -> [String] {
    guard let directory = opendir(path) else { throw failure("opendir", path) }
    defer { closedir(directory) }
    var names: [String] = []
    // Without this, an error could not be distinguished from the end.
    errno = 0
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw failure("readdir", path) }
    return names
  }

  package func open(_ path: String, _ mode: OpenMode) throws(FileError) -> FileDescriptor {
    let flags =
      switch mode {
      case .read: O_RDONLY
      case .readWrite: O_RDWR
      case .create: O_RDWR | O_CREAT | O_EXCL
      }
    while true {
      let descriptor = systemOpen(path, flags | linkFlag | O_CLOEXEC, 0o600)
      if descriptor >= 0 { return FileDescriptor(rawValue: descriptor) }
      if errno == ELOOP { throw .untrusted(path, "a symbolic link is not followed") }
      if errno != EINTR { throw failure("open", path) }
    }
  }

  package func read(
    _ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    while true {
      let count = pread(file.rawValue, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 { return count }
      if errno != EINTR { throw failure("pread", file) }
    }
  }

  @inline(__always)
  package func write(
    _ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    while true {
      let count = pwrite(file.rawValue, bytes.baseAddress, bytes.count, off_t(offset))
      if count >= 0 { return count }
      if errno != EINTR { throw failure("pwrite", file) }
    }
  }

  package func status(_ file: FileDescriptor) throws(FileError) -> FileStatus {
    var status = stat()
    guard fstat(file.rawValue, &status) == 0 else { throw failure("fstat", file) }
    return FileStatus(
      size: Int(status.st_size), links: Int(status.st_nlink), modified: status.modified)
  }

  package func attributes(_ path: String) throws(FileError) -> FileAttributes? {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw failure("lstat", path) }
    return FileAttributes(status)
  }

  package func attributes(_ file: FileDescriptor) throws(FileError) -> FileAttributes? {
    var status = stat()
    guard fstat(file.rawValue, &status) == 0 else { throw failure("fstat", file) }
    return FileAttributes(status)
  }

  package func sync(_ file: FileDescriptor, _ strength: SyncStrength) throws(FileError) {
    #if canImport(Darwin)
    // fsync(2) leaves the bytes in the drive's cache there; these commands do not. Network volumes
    // support neither.
    let command = strength == .ordered ? F_BARRIERFSYNC : F_FULLFSYNC
    if fcntl(file.rawValue, command) == 0 { return }
    guard errno == ENOTSUP || errno == EINVAL || errno == ENOTTY else {
      throw failure("fcntl", file)
    }
    guard fsync(file.rawValue) == 0 else { throw failure("fsync", file) }
    #else
    guard fdatasync(file.rawValue) == 0 else { throw failure("fdatasync", file) }
    #endif
  }

  package func syncDirectory(_ path: String) throws(FileError) {
    // The parent of an instance's folder may be a link; a sync changes nothing in it.
    let directory = systemOpen(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard directory >= 0 else { throw failure("open", path) }
    defer { _ = systemClose(directory) }
    guard fsync(directory) == 0 else { throw failure("fsync", path) }
  }

  package func tryLock(_ file: FileDescriptor) throws(FileError) -> Bool {
    guard hasLocks else { return true }
    // Recorded first: a child that is forked in between must not keep the lock.
    LockedDescriptors.shared.add(file.rawValue)
    if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { return true }
    let code = errno
    LockedDescriptors.shared.remove(file.rawValue)
    guard code == EWOULDBLOCK else {
      throw FileError(call: "flock", path: "descriptor \(file.rawValue)", code: code)
    }
    return false
  }

  package func close(_ file: FileDescriptor) {
    // Removed first: the number may belong to another file as soon as it is closed.
    if LockedDescriptors.shared.remove(file.rawValue) {
      // A process that is being started has a copy of this file, and so the lock, until its program
      // is loaded.
      _ = flock(file.rawValue, LOCK_UN)
    }
    _ = systemClose(file.rawValue)
  }

  package func remove(_ path: String) throws(FileError) {
    guard unlink(path) == 0 else { throw failure("unlink", path) }
  }

  package func removeDirectory(_ path: String) throws(FileError) {
    guard rmdir(path) == 0 else { throw failure("rmdir", path) }
  }

  package func move(_ path: String, to newPath: String) throws(FileError) {
    guard rename(path, newPath) == 0 else { throw failure("rename", path) }
  }

  private func failure(_ call: String, _ path: String) -> FileError {
    FileError(call: call, path: path, code: errno)
  }

  @inline(never)
  private func failure(_ call: String, _ file: FileDescriptor) -> FileError {
    let code = errno
    return FileError(call: call, path: "descriptor \(file.rawValue)", code: code)
  }
}

extension FileAttributes {
  fileprivate init(_ status: stat) {
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    self.init(kind, owner: UInt32(status.st_uid), mode: UInt32(status.st_mode & 0o7777))
  }
}

extension stat {
  /// The time of the last write; nil for one that is no `WallTime`: some file systems keep any
  /// number of seconds.
  fileprivate var modified: WallTime? {
    #if canImport(Darwin)
    let time = st_mtimespec
    #else
    let time = st_mtim
    #endif
    let (milliseconds, isTooLarge) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000)
    if isTooLarge { return nil }
    return WallTime(milliseconds: milliseconds)
      + Milliseconds(Int64(time.tv_nsec) / 1_000_000)
  }
}

// Inside the type, `open` and `close` are its own methods.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
