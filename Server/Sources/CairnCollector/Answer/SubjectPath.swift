/// The path of a user, `/v1/users/<id>`, or of an anonymous id, `/v1/anonymous/<id>`.
struct SubjectPath: Sendable {
  enum Kind: Sendable {
    case user
    case anonymous
  }

  static let erasures = [
    SubjectPath(kind: .user, path: KeyedPath(prefix: "/v1/users/")),
    SubjectPath(kind: .anonymous, path: KeyedPath(prefix: "/v1/anonymous/")),
  ]
  static let exports = [
    SubjectPath(kind: .user, path: KeyedPath(prefix: "/v1/users/", suffix: "/export")),
    SubjectPath(kind: .anonymous, path: KeyedPath(prefix: "/v1/anonymous/", suffix: "/export")),
  ]

  let kind: Kind
  let path: KeyedPath

  /// Returns the identity in the path of a request.
  ///
  /// - Throws: 400 for an id that no stored event can have.
  func identity(
    in path: String, atMost maxBytes: Int
  ) throws(Refusal) -> ErasureSubject.Identity {
    let id = self.path.key(in: path) ?? ""
    guard !id.isEmpty, id.utf8.count <= maxBytes, !id.utf8.contains(0) else {
      throw .badRequest("badIdentifier", "the id is empty, too long, or contains a NUL")
    }
    return kind == .user ? .user(id) : .anonymous(id)
  }
}
