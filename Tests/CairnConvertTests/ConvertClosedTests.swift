import Cairn
import CairnConvert
import CairnTesting
import Foundation
import Testing

@Suite struct ConvertClosedTests {
  /// A network that sends nothing after a cancellation.
  struct Hasty: HTTPTransport {
    let network: RecordingTransport

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      try Task.checkCancellation()
      return try await network.send(request)
    }
  }

  @Test("reports that were never sent, since the destination was closed, are sent later")
  func closed() async {
    let network = RecordingTransport()
    let context = DestinationContext(
      "/memory", files: InMemoryFileSystem(), milliseconds: 0, diagnostics: Diagnostics { _ in })
    func launch() -> ConvertDestination {
      let destination = ConvertDestination(
        sdkKey: "10001/20002", unknownOutcome: .setAside, transport: Hasty(network: network))
      destination.attach(to: context)
      return destination
    }
    let first = launch()
    let batch = await CapturedEvents.recording { $0.expose("u1") }.batch(for: first)
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = await first.deliver(batch)
    }.value
    #expect(network.requests.isEmpty)
    #expect(await launch().deliver(batch) == .accepted)
    #expect(network.requests.flatMap(\.reports) == ["u1 40004"])
  }
}
