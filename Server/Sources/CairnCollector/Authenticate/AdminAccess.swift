import Hummingbird

/// Determines who may erase stored events.
struct AdminAccess {
  let keys: KeyRing
  let keyless: KeylessAccess

  /// - Throws: 401 without a valid key; 403 for a read key, and when there are keys but none that
  ///   permits erasing.
  func scope(_ request: Request) throws(Refusal) -> ReadScope {
    guard keys.hasAdminKeys else {
      guard !keys.hasReadKeys, !keys.hasWriteKeys else {
        throw .forbidden("erasing requires an admin key, and this collector has none")
      }
      try keyless.checkRead(request)
      return .allProjects
    }
    guard let key = request.accessKey else { throw .unauthorized("erasing requires an admin key") }
    if let scope = keys.scope(ofAdminKey: key) { return scope }
    guard keys.scope(ofReadKey: key) == nil else {
      throw .forbidden("a read key does not permit erasing; this requires an admin key")
    }
    throw .unauthorized("erasing requires an admin key")
  }
}

extension Request {
  /// The key in the `Authorization` header: a Bearer token, or a Basic user name.
  var accessKey: String? {
    switch headers[.authorization].map(Credentials.init) {
    case .basic(let user): user
    case .bearer(let token): token
    case .other, nil: nil
    }
  }
}
