import Cairn
import CairnConvert
import CairnTesting
import Foundation
import Testing

@Suite struct ConvertAnswerTests {
  @Test(
    "a status that may change is waited for, and what waits is sent once more",
    arguments: [408, 429, 500, 501, 502, 503, 504, 505])
  func later(status: Int) async {
    let scene = ConvertScene()
    scene.network.answerNext(.status(status))
    let analytics = scene.launch()
    analytics.expose("u1")
    await analytics.flush()
    #expect(analytics.pending == [1])
    await analytics.flush()
    #expect(scene.arrived == ["u1 40004", "u1 40004"])
    #expect(analytics.ledger().destinations.map(\.delivered) == [1])
    await analytics.close()
  }

  @Test(
    "what the service will never take goes to the dead letters, and holds nothing up",
    arguments: [400, 402, 405, 410, 415, 422, 460])
  func refused(status: Int) async {
    let scene = ConvertScene()
    scene.network.answerNext(.status(status))
    let analytics = scene.launch()
    analytics.expose("u1")
    await analytics.flush()
    analytics.expose("u2")
    await analytics.flush()
    #expect(scene.arrived == ["u1 40004", "u2 40004"])
    #expect(analytics.ledger().destinations.map(\.deadLettered) == [1])
    await analytics.close()
  }

  @Test(
    "a key that is not known keeps everything until there is another", arguments: [401, 403, 404])
  func halted(status: Int) async {
    let scene = ConvertScene()
    scene.network.answerNext(.status(status))
    let analytics = scene.launch()
    analytics.expose("u1")
    await analytics.flush()
    #expect(analytics.pending == [1])
    await analytics.addDestination(
      ConvertDestination(sdkKey: "10001/mended", transport: scene.network))
    await analytics.flush()
    #expect(scene.network.requests.last?.url.path == "/v1/track/10001/mended")
    #expect(analytics.pending == [0])
    await analytics.close()
  }

  @Test("too large a request comes again as smaller ones")
  func tooLarge() async {
    let scene = ConvertScene()
    scene.network.answerNext(.status(413))
    let analytics = scene.launch()
    for number in 1...8 { analytics.convert("u1", "g\(number)") }
    await analytics.flush()
    #expect(scene.network.requests.map { $0.reports.count }.first == 8)
    #expect(scene.arrived.dropFirst(8) == (1...8).map { "u1 g\($0)" }[...])
    await analytics.close()
  }

  @Test("Retry-After is heeded")
  func retryAfter() async {
    let scene = ConvertScene()
    scene.network.answerNext(.status(429, headers: ["Retry-After": "120"]))
    let analytics = scene.launch()
    analytics.expose("u1")
    await analytics.flush()
    #expect(analytics.diagnostics.snapshot().destinations.first?.problem?.contains("429") == true)
    #expect(analytics.pending == [1])
    await scene.clock.untilSomebodySleeps(forSeconds: 120...121)
    #expect(scene.clock.sleepers == 1)
    await analytics.close()
  }
}
