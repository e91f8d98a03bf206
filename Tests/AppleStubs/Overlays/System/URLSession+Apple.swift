import Foundation

// What Swift adds to the class of NSURLSession.h.
extension URLSession {
  /// See <https://developer.apple.com/documentation/foundation/urlsession/asyncbytes>.
  struct AsyncBytes: AsyncSequence, Sendable {
    struct AsyncIterator: AsyncIteratorProtocol {
      mutating func next() async throws -> UInt8? { nil }
    }
    let task: URLSessionDataTask
    func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
  }

  /// See <https://developer.apple.com/documentation/foundation/urlsession/bytes(for:delegate:)>.
  func bytes(
    for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (AsyncBytes, URLResponse) { fatalError() }
}
