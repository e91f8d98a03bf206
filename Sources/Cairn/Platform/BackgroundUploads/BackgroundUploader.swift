/// The seam to whatever uploads files for the app while it is suspended or dead.
///
/// What was handed over outlives the process, and so do answers for a while: they come to whoever listens in a later
/// process, or never. Nothing here is relied on: what nobody can tell is sent again.
package protocol BackgroundUploader: Sendable {
  /// Calls with each answer, also of uploads that an earlier process has begun, on any thread; one at a time.
  ///
  /// An answer counts as told when the call returns. Called once, before anything else is asked.
  func listen(_ receiver: @escaping @Sendable (String, UploadAnswer) -> Void)
  /// Begins an upload; the system has it when this returns.
  func upload(_ upload: BackgroundUpload)
  /// The labels of the uploads that are under way.
  func outstanding() async -> Set<String>
  /// Ends an upload.
  ///
  /// It may have arrived all the same. Whether its answer is told is not known.
  func cancel(_ label: String)
  /// Ends all of them.
  func cancelAll()
  /// Calls when all answers that the system has woken the app for have been told.
  func whenEventsAreTold(_ handler: @escaping @Sendable () -> Void)
  /// Tells nobody anything any more; what is under way goes on.
  func close()
}

/// A request whose body is a file.
package struct BackgroundUpload: Sendable {
  /// Comes back with the answer.
  package let label: String
  /// Without its body.
  package let request: HTTPRequest
  /// The file that is the body; it stays as it is until the answer was told.
  package let file: String
  /// Milliseconds since 1970 before which the server does not want it; nil for at once.
  package let notBefore: Int64?

  package init(label: String, request: HTTPRequest, file: String, notBefore: Int64?) {
    self.label = label
    self.request = request
    self.file = file
    self.notBefore = notBefore
  }
}

/// What came of an upload.
package enum UploadAnswer: Sendable {
  case response(HTTPResponse)
  /// Nobody knows whether it arrived.
  case none(reason: String)
}
