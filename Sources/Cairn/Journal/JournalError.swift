/// An error of the journal.
package struct JournalError: Error, Sendable {
  /// The kind of error; the set is open.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The record exceeds the maximum length of a record.
    package static let tooLarge = Code(rawValue: "tooLarge")
    /// The limit is reached.
    package static let full = Code(rawValue: "full")
    package static let closed = Code(rawValue: "closed")
    /// The file system failed; see `cause`.
    package static let storage = Code(rawValue: "storage")
  }

  package var code: Code
  package var path: String
  package var offset: Int?
  package var cause: FileError?

  package init(_ code: Code, path: String, offset: Int? = nil, cause: FileError? = nil) {
    self.code = code
    self.path = path
    self.offset = offset
    self.cause = cause
  }
}

extension JournalError: CustomStringConvertible {
  package var description: String {
    let place = offset.map { " at offset \($0)" } ?? ""
    return "journal \(path)\(place): \(code.rawValue)" + (cause.map { ", \($0)" } ?? "")
  }
}
