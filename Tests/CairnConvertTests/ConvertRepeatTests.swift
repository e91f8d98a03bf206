import Cairn
import CairnConvert
import CairnTesting
import Foundation
import Testing

/// The service does not identify events: one that is sent twice is counted twice.
@Suite struct ConvertRepeatTests {
  @Test("reports with the same key are sent once in a body")
  func insideOneBody() async {
    let scene = ConvertFixture()
    let analytics = scene.launch()
    analytics.expose("u1", key: "k1")
    analytics.expose("u1", key: "k1")
    analytics.convert("u1", key: "k2")
    analytics.convert("u1", key: "k2")
    await analytics.flush()
    #expect(scene.arrived == ["u1 40004", "u1 50005"])
    #expect(analytics.ledger().destinations.map(\.delivered) == [4])
    let adjusted = analytics.diagnostics.snapshot().destinations.map(\.adjusted)
    #expect(adjusted == [["reported before": 2]])
    await analytics.close()
  }

  @Test("a report with the key of one that was delivered before a kill is not sent again")
  func afterAKill() async {
    let scene = ConvertFixture()
    let first = scene.launch()
    first.expose("u1", key: "k1")
    await first.flush()
    await first.kill()
    let second = scene.launch()
    second.expose("u1", key: "k1")
    second.expose("u2", key: "k2")
    await second.flush()
    #expect(scene.arrived == ["u1 40004", "u2 40004"])
    #expect(second.pending == [0])
    await second.close()
  }

  @Test("a response never requests only repeated reports")
  func nothingButRepeats() async {
    let scene = ConvertFixture()
    let analytics = scene.launch()
    analytics.expose("u1", key: "k1")
    await analytics.flush()
    analytics.expose("u1", key: "k1")
    await analytics.flush()
    #expect(scene.network.requests.count == 1)
    #expect(analytics.pending == [0])
    await analytics.close()
  }

  @Test("reports that were refused or unanswered are sent again, even if their key was seen")
  func notTold() async {
    let scene = ConvertFixture()
    scene.network.answerNext(.status(503))
    let analytics = scene.launch()
    analytics.expose("u1", key: "k1")
    await analytics.flush()
    analytics.expose("u1", key: "k1")
    await analytics.flush()
    await analytics.flush()
    #expect(scene.arrived == ["u1 40004", "u1 40004"])
    #expect(analytics.pending == [0])
    await analytics.close()
  }

  @Test("at most a thousand keys are remembered")
  func bounded() async {
    let scene = ConvertFixture()
    let analytics = scene.launch()
    analytics.expose("first", key: "first")
    for number in 0..<1_024 { analytics.convert("u\(number % 7)", "g", key: "k\(number)") }
    await analytics.flush()
    analytics.convert("u", "again", key: "k1023")
    analytics.expose("first", key: "first")
    await analytics.flush()
    #expect(scene.arrived.suffix(1) == ["first 40004"])
    #expect(scene.arrived.count == 1_026)
    await analytics.close()
  }

  @Test("without an answer reports are sent again, unless they shall be set aside")
  func unknownOutcome() async {
    for (choice, expected) in [(UnknownOutcome.sendAgain, 2), (.setAside, 1)] {
      let scene = ConvertFixture()
      scene.network.answerNext(.failure(URLError(.networkConnectionLost)))
      let analytics = scene.launch(unknownOutcome: choice)
      analytics.expose("u1")
      await analytics.flush()
      await analytics.flush()
      #expect(scene.arrived.count == expected)
      #expect(analytics.pending == [0])
      #expect(analytics.ledger().destinations.map(\.deadLettered) == [choice == .setAside ? 1 : 0])
      await analytics.close()
    }
  }

  @Test(
    "requests that were certainly not sent are sent again in either case",
    arguments: [URLError.notConnectedToInternet, .cannotFindHost, .cannotConnectToHost])
  func neverLeft(code: URLError.Code) async {
    let scene = ConvertFixture()
    scene.network.answerNext(.failure(URLError(code)))
    let analytics = scene.launch(unknownOutcome: .setAside)
    analytics.expose("u1")
    await analytics.flush()
    #expect(analytics.pending == [1])
    await analytics.flush()
    #expect(analytics.pending == [0])
    #expect(analytics.ledger().destinations.map(\.delivered) == [1])
    await analytics.close()
  }

  @Test(
    "a report becomes a dead letter after a server error, but not after an answer 429 or 503"
  )
  func serverErrors() async {
    for (status, deadLettered) in [(500, 1), (502, 1), (504, 1), (503, 0), (429, 0)] {
      let scene = ConvertFixture()
      scene.network.answerNext(.status(status))
      let analytics = scene.launch(unknownOutcome: .setAside)
      analytics.expose("u1")
      await analytics.flush()
      await analytics.flush()
      #expect(analytics.ledger().destinations.map(\.deadLettered) == [UInt64(deadLettered)])
      #expect(analytics.pending == [0])
      await analytics.close()
    }
  }
}
