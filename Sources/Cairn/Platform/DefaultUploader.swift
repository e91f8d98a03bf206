/// What uploads while the app is suspended, on this platform.
package enum DefaultUploader {
  /// Nil where the system does no such thing.
  ///
  /// `identifier` names the session: one of a kind in a process.
  package static func make(identifier: String) -> (any BackgroundUploader)? {
    #if !canImport(FoundationNetworking) || canImport(AppleURLSession)
    BackgroundSessionUploader(identifier: identifier)
    #else
    nil
    #endif
  }
}
