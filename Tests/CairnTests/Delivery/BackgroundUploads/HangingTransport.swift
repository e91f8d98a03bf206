import Cairn
import CairnTesting

/// A network without responses until the request is cancelled.
final class HangingTransport: HTTPTransport {
  private let sent = AsyncStream<HTTPRequest>.makeStream()
  private let ended = AsyncStream<Void>.makeStream()

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    sent.continuation.yield(request)
    defer { ended.continuation.yield() }
    for await _ in AsyncStream<Void>.makeStream().stream {}
    throw CancellationError()
  }

  /// Returns the next request that was sent.
  func request() async -> HTTPRequest {
    for await request in sent.stream { return request }
    preconditionFailure("the stream never ends")
  }

  func untilCancelled() async {
    for await _ in ended.stream { return }
  }
}
