import Cairn
import CairnConvert
import CairnTesting
import Foundation
import Testing
import VendorAnswers

@Suite struct ConvertAnswerTests {
  @Test(
    "temporary failures are retried, and permanent ones block nothing",
    arguments: Vendor.convert.rows + Vendor.convertSettingAside.rows)
  func answer(row: AnswerRow) async throws { try await row.expect() }

  @Test(
    "a refused key keeps the reports until the key is replaced", arguments: [401, 403, 404])
  func halted(status: Int) async {
    let scene = ConvertFixture()
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

  @Test("Retry-After is heeded")
  func retryAfter() async {
    let scene = ConvertFixture()
    scene.network.answerNext(.status(429, headers: ["Retry-After": "120"]))
    let analytics = scene.launch()
    analytics.expose("u1")
    await analytics.flush()
    #expect(analytics.diagnostics.snapshot().destinations.first?.problem?.contains("429") == true)
    #expect(analytics.pending == [1])
    await scene.clock.waitForSleeper(forSeconds: 120...121)
    #expect(scene.clock.sleepers == 1)
    await analytics.close()
  }
}
