import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The file of the database, before SQLite opens it and while it is open.
struct DatabaseFile: Sendable {
  let path: String
  private let device: UInt64
  private let inode: UInt64

  /// Makes the file if it is missing, and takes from others what an older version let them read.
  ///
  /// SQLite gives the files beside it the same mode. Bits of the group are its owner's decision.
  init(_ path: String) throws(FileError) {
    self.path = path
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(call: "open", path: path, code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw FileError(call: "fstat", path: path, code: errno)
    }
    (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    for name in [path, path + "-wal", path + "-shm"] { try Self.hide(name) }
  }

  /// Nobody reads or writes a database whose file is gone or another one, though SQLite goes on as if.
  var isThere: Bool {
    var status = stat()
    return stat(path, &status) == 0 && UInt64(status.st_dev) == device
      && UInt64(status.st_ino) == inode
  }

  /// The bytes that may still be written beside it; nil when the system does not say.
  var freeBytes: UInt64? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize)
  }

  private static func hide(_ path: String) throws(FileError) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o007 != 0 else { return }
    guard chmod(path, status.st_mode & 0o600) == 0 else {
      throw FileError(call: "chmod", path: path, code: errno)
    }
  }
}

/// A call to the system that failed.
struct FileError: Error, CustomStringConvertible {
  var call: String
  var path: String
  var code: Int32

  var description: String { "\(call) \(path): \(String(cString: strerror(code))) (errno \(code))" }
}
