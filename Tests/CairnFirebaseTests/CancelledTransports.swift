import Cairn
import CairnTesting

/// A network whose sender is stopped while the request is in progress.
struct ClosingTransport: HTTPTransport {
  let network: RecordingTransport

  init(_ answer: RecordingTransport.Answer) { network = RecordingTransport(answer) }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    withUnsafeCurrentTask { $0?.cancel() }
    return try await network.send(request)
  }
}

/// A network in which a request is in progress until its task is cancelled.
final class SilentTransport: HTTPTransport {
  private let recording = RecordingTransport()

  /// Returns when a request is in progress.
  func isAsked() async { _ = await recording.requests(atLeast: 1) }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    _ = try await recording.send(request)
    _ = await recording.requests(atLeast: .max)
    throw CancellationError()
  }
}
