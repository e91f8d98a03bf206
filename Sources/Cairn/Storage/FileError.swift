#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A failed system call: its name, its path, and the system's error number.
package struct FileError: Error, Equatable, Sendable {
  package var call: String
  package var path: String
  /// `errno`, an open set; see `intro(2)`.
  package var code: Int32
  /// The description of an error that is not one of the system's; nil for a system error.
  package var reason: String?

  package init(call: String, path: String, code: Int32, reason: String? = nil) {
    self.call = call
    self.path = path
    self.code = code
    self.reason = reason
  }

  /// An error for a file or folder that another user may have created or changed.
  package static func untrusted(_ path: String, _ reason: String) -> FileError {
    FileError(call: "open", path: path, code: untrusted, reason: reason)
  }

  package static let exists = EEXIST
  package static let missing = ENOENT
  package static let busy = EBUSY
  package static let stale = ESTALE
  package static let notDirectory = ENOTDIR
  package static let noSpace = ENOSPC
  package static let inputOutput = EIO
  /// The code when data cannot be encrypted now; not an error number of the system.
  package static let noKey: Int32 = -1
  /// The code for a value that is longer than its slot, whatever space the disk has; not an error
  /// number of the system.
  package static let tooBig: Int32 = -2
  /// The code of `untrusted(_:_:)`; not an error number of the system.
  package static let untrusted: Int32 = -3
}

extension FileError: CustomStringConvertible {
  package var description: String {
    if let reason { return "\(call) \(path): \(reason)" }
    if code == Self.noKey { return "\(call) \(path): no key" }
    if code == Self.tooBig { return "\(call) \(path): longer than its slot" }
    return "\(call) \(path): \(String(cString: strerror(code))) (errno \(code))"
  }
}
