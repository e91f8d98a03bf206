public import Foundation

/// See <https://developer.apple.com/documentation/foundation/urlsessiondelegate>.
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {
  /// See
  /// <https://developer.apple.com/documentation/foundation/urlsessiondelegate/urlsessiondidfinishevents(forbackgroundurlsession:)>.
  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession)
}

/// See <https://developer.apple.com/documentation/foundation/urlsessiontaskdelegate>.
public protocol URLSessionTaskDelegate: URLSessionDelegate {
  /// See
  /// <https://developer.apple.com/documentation/foundation/urlsessiontaskdelegate/urlsession(_:task:didcompletewitherror:)>.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}

/// See <https://developer.apple.com/documentation/foundation/urlsessiondatadelegate>.
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  /// See
  /// <https://developer.apple.com/documentation/foundation/urlsessiondatadelegate/urlsession(_:datatask:didreceive:)>.
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}
