import Cairn
import CairnFirebase
import CairnTesting
import Foundation
import Testing

/// The stored progress when the destination is closed during its requests.
@Suite struct ClosedTests {
  /// The result of an attempt that was stopped in its first request, as the next launch finds it.
  struct Attempt {
    let asked: Int
    let sent: Int

    init(_ answer: RecordingTransport.Answer, isClosedBefore: Bool = false) async {
      let transport = ClosingTransport(answer)
      let destination = GoogleFixture().destination(transport: transport)
      let holder = DestinationContextHolder()
      let context = DestinationContext(
        "/memory", files: InMemoryFileSystem(), milliseconds: 0, diagnostics: Diagnostics { _ in })
      destination.attach(to: context)
      holder.hold(context)
      let events = await CapturedEvents.recording { analytics in
        analytics.track("A")
        analytics.identify("u1")
      }
      let batch = events.batch(for: destination)
      await Task {
        if isClosedBefore { withUnsafeCurrentTask { $0?.cancel() } }
        _ = await destination.deliver(batch)
      }.value
      asked = transport.network.requests.count
      sent = BatchProgress(holder, batch).count
    }
  }

  @Test(
    "events that were not accepted while the destination was closed do not count as sent",
    arguments: [
      RecordingTransport.Answer.status(503), .status(429), .status(401),
      .failure(URLError(.cannotFindHost)),
    ])
  func notTaken(answer: RecordingTransport.Answer) async {
    let attempt = await Attempt(answer)
    #expect(attempt.asked == 1)
    #expect(attempt.sent == 0)
  }

  @Test(
    "when a destination is closed, only events that were or may have been accepted count as sent",
    arguments: [RecordingTransport.Answer.status(204), .failure(URLError(.timedOut))])
  func taken(answer: RecordingTransport.Answer) async {
    let attempt = await Attempt(answer)
    #expect(attempt.asked == 1)
    #expect(attempt.sent == 1)
  }

  @Test(
    "a destination that was closed before its requests sends nothing and counts nothing as sent")
  func before() async {
    let attempt = await Attempt(.status(204), isClosedBefore: true)
    #expect(attempt.asked == 0)
    #expect(attempt.sent == 0)
  }
}
