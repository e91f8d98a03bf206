import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The file of the database, before SQLite opens it and while it is open.
struct DatabaseFile: Sendable {
  let path: String
  private let identity: [UInt64]

  /// Creates the file if it is missing, and removes permissions of other users that an older
  /// version left.
  ///
  /// SQLite gives the files beside it the same mode. The permissions of the group are left to the
  /// owner.
  init(_ path: String) throws {
    self.path = path
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
    close(descriptor)
    for name in [path, path + "-wal", path + "-shm"] { try Self.hide(name) }
    identity = try Self.identity(path)
  }

  /// Whether the path still leads to the file that was opened.
  ///
  /// SQLite continues to write to a file that was removed or replaced, and its events are lost.
  var isThere: Bool { (try? Self.identity(path)) == identity }

  /// The size of the file and of those beside it.
  var size: Int {
    [path, path + "-wal", path + "-shm"].reduce(0) { sum, name in
      sum + ((try? Self.attributes(name)[.size] as? NSNumber)?.intValue ?? 0)
    }
  }

  /// The bytes that are free on the volume; nil when the system does not report them.
  var freeBytes: UInt64? {
    let values = try? FileManager.default.attributesOfFileSystem(forPath: path)
    return (values?[.systemFreeSize] as? NSNumber)?.uint64Value
  }

  private static func identity(_ path: String) throws -> [UInt64] {
    let values = try attributes(path)
    return [.systemNumber, .systemFileNumber].map { (values[$0] as? NSNumber)?.uint64Value ?? 0 }
  }

  private static func hide(_ path: String) throws {
    guard let mode = try? (attributes(path)[.posixPermissions] as? NSNumber)?.uint16Value,
      mode & 0o007 != 0
    else { return }
    guard chmod(path, mode_t(mode & 0o600)) == 0 else { throw FileError(path: path, code: errno) }
  }

  /// Returns the attributes of the file, and not of a link to it.
  private static func attributes(_ path: String) throws -> [FileAttributeKey: Any] {
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    return try FileManager.default.attributesOfItem(atPath: file)
  }
}

/// A failed system call.
struct FileError: Error, CustomStringConvertible {
  var path: String
  var code: Int32

  var description: String { "\(path): \(String(cString: strerror(code))) (errno \(code))" }
}
