import Hummingbird

/// Determines who may read the stored events.
struct ReadAccess {
  let keys: KeyRing
  let keyless: KeylessAccess

  /// - Throws: 401 without a valid read key, 403 when there are no read keys and the request may
  ///   come from another machine.
  func scope(_ request: Request) throws(Refusal) -> ReadScope {
    guard keys.hasReadKeys else {
      try keyless.checkRead(request)
      return .allProjects
    }
    guard let key = request.accessKey else {
      throw .unauthorized("reading requires a read key, and the request has no key")
    }
    guard let scope = keys.scope(ofReadKey: key) else {
      throw .unauthorized("reading requires a read key, and the key is none of this collector")
    }
    return scope
  }
}
