import Cairn
import CairnTesting
import Testing

/// A server's response may quote an event, but the log contains no property values.
@Suite struct QuotedAnswerTests {
  @Test("a server that quotes an event in its refusal does not bring it into the log")
  func quoted() async {
    let said = Locked<[String]>([])
    let word = "word-quoted-7f3a"
    let server = RecordingDestination(
      answer: { _ in .refused(DeliveryRejection("no: \(word)", status: 400, answer: "bad: \(word)"))
      })
    var configuration = Configuration(destinations: [server])
    configuration.flushAt = 1_000
    configuration.diagnostics = { line in
      said.withLock { $0.append("\(line.code) \(line.message)") }
    }
    let analytics = await launch(configuration, ManualClock())
    analytics.track("One", ["a": .string(word)])
    await analytics.flush()
    await analytics.close()
    let lines = said.withLock { $0 }
    #expect(lines.contains("batch.answered recording: refused with status 400"))
    #expect(!lines.contains { $0.contains(word) }, "\(lines)")
  }
}
