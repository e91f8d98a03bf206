import Foundation

/// The credentials of an `Authorization` header.
enum Credentials: Equatable {
  case basic(user: String)
  case bearer(token: String)
  case other

  init(_ header: String) {
    let parts = header.split(separator: " ", maxSplits: 1)
    let value = parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
    switch parts.first?.lowercased() {
    case "basic": self = Self.basicUser(value).map { .basic(user: $0) } ?? .other
    case "bearer": self = .bearer(token: value)
    default: self = .other
    }
  }

  private static func basicUser(_ base64: String) -> String? {
    guard let data = Data(base64Encoded: base64) else { return nil }
    return String(data: data, encoding: .utf8)?
      .split(separator: ":", omittingEmptySubsequences: false).first.map(String.init)
  }
}

/// The rules for a well-formed write key.
enum WriteKey {
  static let maxBytes = 200

  // A Basic user name ends at the colon, and SQLite ends a text at NUL: such a key could be
  // mistaken for another one. When every key is accepted, it is stored with each event as the
  // project.
  static func isWellFormed(_ key: String) -> Bool {
    !key.isEmpty && key.utf8.count <= maxBytes
      && key.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != ":" }
  }
}
