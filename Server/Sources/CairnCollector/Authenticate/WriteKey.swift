/// Which project a write key opens.
struct WriteKey {
  let projects: [String: String]

  /// - Throws: 401 for a key that is unknown, empty or malformed.
  func project(_ key: String) throws(Refusal) -> String {
    guard Self.isWellFormed(key) else { throw .unauthorized("the write key is malformed") }
    if projects.isEmpty { return key }
    guard let project = projects[key] else { throw .unauthorized("the write key is unknown") }
    return project
  }

  // A Basic user name ends at the colon, and SQLite ends a text at NUL: such a key could pass for
  // another one.
  static func isWellFormed(_ key: String) -> Bool {
    !key.isEmpty && key.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != ":" }
  }
}
