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
