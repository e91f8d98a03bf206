import Cairn

/// A call to a simulated disk, before it is made.
package struct DiskCall: Sendable {
  /// The kind of a call.
  package enum Kind: String, Sendable, CaseIterable {
    case makeDirectory, list, open, create, read, write, status, sync, syncDirectory, lock, remove
    case move

    /// Whether the call can change what programs read.
    package var changesContent: Bool {
      switch self {
      case .makeDirectory, .create, .write, .remove, .move: true
      case .list, .open, .read, .status, .sync, .syncDirectory, .lock: false
      }
    }

    /// Whether the call can change what a loss of power leaves.
    package var changesDisk: Bool { changesContent || self == .sync || self == .syncDirectory }
  }

  package var kind: Kind
  /// The name by which the file was opened.
  package var path: String
  /// The number of the file of a call on an open file, whatever its name is now.
  package var file: Int?
  /// The offset of a write.
  package var offset = 0
  package var bytes: [UInt8] = []
  /// The maximum number of bytes of a write that a fault permits.
  var bytesAllowed: Int?
  /// The number of the calling process; `number` is that of the call on this disk, from 1.
  package var process = 0
  package var number = 0

  package init(_ kind: Kind, _ path: String) {
    self.kind = kind
    self.path = path
  }

  func error(_ code: Int32) -> FileError { FileError(call: kind.rawValue, path: path, code: code) }
}

extension DiskCall: CustomStringConvertible {
  package var description: String {
    let place = kind == .write ? " \(bytes.count) bytes at \(offset)" : ""
    return "#\(number) p\(process) \(kind.rawValue) \(path)\(place)"
  }
}
