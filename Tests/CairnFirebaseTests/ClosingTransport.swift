import Cairn
import CairnTesting

/// A network that is asked by somebody who is told to stop while the request is under way.
struct ClosingTransport: HTTPTransport {
  let network: RecordingTransport

  init(_ answer: RecordingTransport.Answer) { network = RecordingTransport(answer) }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    withUnsafeCurrentTask { $0?.cancel() }
    return try await network.send(request)
  }
}
