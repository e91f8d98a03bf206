#if !canImport(FoundationNetworking) || canImport(AppleURLSession)
/// The background sessions of a process: the system permits one for each identifier, even if an SDK
/// is closed and opened again.
package final class BackgroundSessions: Sendable {
  package static let shared = BackgroundSessions()

  private let sessions = Locked<[String: BackgroundSession]>([:])

  package init() {}

  func session(_ identifier: String) -> BackgroundSession {
    sessions.withLock { sessions in
      if let session = sessions[identifier] { return session }
      let session = BackgroundSession(identifier: identifier)
      sessions[identifier] = session
      return session
    }
  }
}
#endif
