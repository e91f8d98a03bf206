/// The uploader of this platform for uploads while the app is suspended.
package enum DefaultUploader {
  /// Creates the uploader; nil in an app extension, and if the system has no background uploads.
  ///
  /// `identifier` names the session, which is unique in the process.
  package static func make(identifier: String) -> (any BackgroundUploader)? {
    #if !canImport(FoundationNetworking) || canImport(AppleURLSession)
    // The system would require a container that the extension shares with its app.
    SystemInfo.isExtension ? nil : BackgroundSessionUploader(identifier: identifier)
    #else
    nil
    #endif
  }
}
