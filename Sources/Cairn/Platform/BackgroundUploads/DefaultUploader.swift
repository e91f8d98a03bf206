/// What uploads while the app is suspended, on this platform.
package enum DefaultUploader {
  /// Nil where the system does no such thing, and in an app extension.
  ///
  /// `identifier` names the session: one of a kind in a process.
  package static func make(identifier: String) -> (any BackgroundUploader)? {
    #if !canImport(FoundationNetworking) || canImport(AppleURLSession)
    // The system would want a container that the extension shares with its app.
    SystemInfo.isExtension ? nil : BackgroundSessionUploader(identifier: identifier)
    #else
    nil
    #endif
  }
}
