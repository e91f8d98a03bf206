public import Foundation
public import FoundationNetworking

// Sendable, as Apple's class is; it has no mutable state.
/// See <https://developer.apple.com/documentation/foundation/urlsession>.
open class URLSession: NSObject, @unchecked Sendable {
  /// See <https://developer.apple.com/documentation/foundation/urlsession/configuration>.
  public let configuration: URLSessionConfiguration
  let delegate: (any URLSessionDelegate)?

  /// See
  /// <https://developer.apple.com/documentation/foundation/urlsession/init(configuration:delegate:delegatequeue:)>.
  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue queue: OperationQueue?
  ) {
    self.configuration = configuration
    self.delegate = delegate
    super.init()
    StubUploadDaemon.shared.attach(self)
  }

  /// See
  /// <https://developer.apple.com/documentation/foundation/urlsession/uploadtask(with:fromfile:)>.
  open func uploadTask(with request: URLRequest, fromFile fileURL: URL) -> URLSessionUploadTask {
    StubUploadDaemon.shared.makeTask(request, fileURL, configuration.identifier ?? "")
  }

  /// See
  /// <https://developer.apple.com/documentation/foundation/urlsession/getalltasks(completionhandler:)>.
  open func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
    completionHandler(StubUploadDaemon.shared.tasks(of: configuration.identifier ?? ""))
  }
}
