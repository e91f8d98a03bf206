/// The rules for a well-formed write key.
enum WriteKey {
  static let mostBytes = 200

  // A Basic user name ends at the colon, and SQLite ends a text at NUL: such a key could be
  // mistaken for another one. When every key is accepted, it is stored with each event as the
  // project.
  static func isWellFormed(_ key: String) -> Bool {
    !key.isEmpty && key.utf8.count <= mostBytes
      && key.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != ":" }
  }
}
