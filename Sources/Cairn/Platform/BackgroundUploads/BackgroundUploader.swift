/// Uploads files for the app while it is suspended or not running.
///
/// Uploads continue after the process ends, and their responses are kept for a while: they are
/// passed to the receiver in a later process, or never. The SDK does not rely on them: a batch
/// whose result is unknown is sent again.
package protocol BackgroundUploader: Sendable {
  /// Calls the receiver with each response, including those of uploads that an earlier process
  /// started; on any thread, one at a time.
  ///
  /// A response counts as received when the call returns. This method is called once, before the
  /// others.
  func listen(_ receiver: @escaping @Sendable (String, UploadAnswer) -> Void)
  /// Begins an upload; the system has it when this returns.
  func upload(_ upload: BackgroundUpload)
  /// The labels of the uploads that are under way.
  func outstanding() async -> Set<String>
  /// Ends an upload.
  ///
  /// The upload may still have arrived, and its response may still be reported.
  func cancel(_ label: String)
  /// Cancels all uploads.
  func cancelAll()
  /// Calls the handler when all responses for which the system has woken the app were reported.
  func whenEventsAreTold(_ handler: @escaping @Sendable () -> Void)
  /// Stops reporting responses; uploads that are under way continue.
  func close()
}

/// A request whose body is a file.
package struct BackgroundUpload: Sendable {
  /// The label, which is reported with the response.
  package let label: String
  /// The request without its body.
  package let request: HTTPRequest
  /// The file with the body, which must not change until the response was reported.
  package let file: String
  /// The earliest time that the server permits; nil for immediately.
  package let notBefore: WallTime?

  package init(label: String, request: HTTPRequest, file: String, notBefore: WallTime?) {
    self.label = label
    self.request = request
    self.file = file
    self.notBefore = notBefore
  }
}

/// The result of an upload.
package enum UploadAnswer: Sendable {
  case response(HTTPResponse)
  /// It is unknown whether the upload arrived.
  case none(reason: String)
}

/// The uploader of this platform for uploads while the app is suspended.
package enum DefaultUploader {
  /// Creates the uploader; nil in an app extension and in an App Clip, on macOS, which does not
  /// suspend apps, and if the system has no background uploads.
  ///
  /// `identifier` names the session, which is unique in the process.
  package static func make(identifier: String) -> (any BackgroundUploader)? {
    #if os(macOS)
    nil
    #elseif !canImport(FoundationNetworking) || canImport(AppleURLSession)
    // For an extension the system would require a container that it shares with its app; App Clips
    // have no background sessions.
    SystemInfo.isExtension || SystemInfo.isAppClip
      ? nil : BackgroundSessionUploader(identifier: identifier)
    #else
    nil
    #endif
  }
}
