import Cairn
import CairnFirebase
import CairnTesting
import Foundation
import Testing
import VendorAnswers

/// The responses, and their effect on the events.
@Suite struct AnswerTests {
  let scene = GoogleFixture()

  @Test(
    "a request that was certainly not sent is sent again",
    arguments: [
      URLError.Code.cannotFindHost, .cannotConnectToHost, .dnsLookupFailed,
      .notConnectedToInternet, .secureConnectionFailed, .serverCertificateUntrusted,
    ])
  func unsent(code: URLError.Code) async {
    let analytics = scene.launch()
    scene.network.answerNext(.failure(URLError(code)))
    analytics.track("A")
    await analytics.flush()
    #expect(analytics.ledger().destinations.map(\.pending) == [1])
    await analytics.flush()
    #expect(scene.names == ["A", "A"])
    #expect(analytics.ledger().destinations.map(\.delivered) == [1])
  }

  @Test(
    "a request that may have arrived is not sent again",
    arguments: [URLError.Code.timedOut, .networkConnectionLost, .badServerResponse])
  func unknown(code: URLError.Code) async {
    let analytics = scene.launch()
    scene.network.answerNext(.failure(URLError(code)))
    analytics.track("A")
    await analytics.flush()
    await analytics.flush()
    #expect(scene.names == ["A"])
    let counted = analytics.diagnostics.snapshot().destinations.first?.adjusted ?? [:]
    #expect(counted["no response came; assumed to be delivered"] == 1)
  }

  @Test("a request that may have arrived is sent again if configured")
  func sendAgain() async {
    let analytics = scene.launch(scene.destination(.sendAgain))
    scene.network.answerNext(.failure(URLError(.timedOut)))
    analytics.track("A")
    await analytics.flush()
    await analytics.flush()
    #expect(scene.names == ["A", "A"])
  }

  @Test(
    "a status determines the result of the events",
    arguments: Vendor.googleAnalytics.rows + Vendor.googleAnalyticsSendingAgain.rows)
  func answer(row: AnswerRow) async throws { try await row.expect() }

  @Test("after several requests only those that did not arrive are sent again")
  func several() async {
    let analytics = scene.launch()
    scene.network.answerNext(.status(204), .status(503))
    analytics.track("A")
    analytics.identify("u1")
    analytics.track("B")
    await analytics.flush()
    await analytics.flush()
    #expect(scene.names == ["A", "identify", "identify", "B"])
    #expect(analytics.ledger().destinations.map(\.delivered) == [3])
  }

  @Test("events that become too old after they were sent stay delivered, and the others are sent")
  func grownOld() async {
    let analytics = scene.launch()
    scene.network.answerNext(.status(204), .status(503))
    analytics.track("A")
    scene.clock.advance(bySeconds: 71 * 3_600)
    analytics.identify("u1")
    analytics.track("B")
    await analytics.flush()
    scene.clock.advance(bySeconds: 2 * 3_600)
    await analytics.flush()
    #expect(scene.names == ["A", "identify", "identify", "B"])
    #expect(analytics.ledger().destinations.map(\.delivered) == [3])
    #expect(analytics.ledger().destinations.map(\.deadLettered) == [0])
  }

  @Test(
    "events that become too old before they are sent are refused; others of the request are sent"
  )
  func grownOldUnsent() async {
    // No receiver accepts an identify, however often it is tried.
    let network = RecordingTransport { request in
      String(decoding: request.body, as: UTF8.self).contains("identify")
        ? .status(503) : .status(204)
    }
    let scene = GoogleFixture(network: network)
    let analytics = scene.launch()
    analytics.track("A")
    analytics.identify("u1")
    analytics.track("B")
    scene.clock.advance(bySeconds: 71 * 3_600)
    analytics.track("C")
    await analytics.flush()
    scene.clock.advance(bySeconds: 2 * 3_600)
    for _ in 1...3 { await analytics.flush() }
    #expect(scene.names.filter { $0 != "identify" } == ["A", "C"])
    #expect(analytics.ledger().destinations.map(\.delivered) == [2])
    #expect(analytics.ledger().destinations.map(\.deadLettered) == [2])
  }

  @Test("nothing is sent while the disk cannot store the required state")
  func fullDisk() async throws {
    let isFull = Locked(true)
    let files = FaultyFileSystem(InMemoryFileSystem()) { call in
      isFull.withLock { $0 } && call.name == "write" ? .fail(28) : .none
    }
    let destination = scene.destination()
    destination.attach(
      to: DestinationContext(
        "/memory", files: files, milliseconds: 0, diagnostics: Diagnostics { _ in }))
    let events = await CapturedEvents.recording { $0.track("A") }
    let batch = events.batch(for: destination)
    guard case .later = await destination.deliver(batch) else {
      Issue.record("it was not put off")
      return
    }
    #expect(scene.names == [])
    isFull.withLock { $0 = false }
    #expect(await destination.deliver(batch) == .accepted)
    #expect(scene.names == ["A"])
  }

  @Test("a request that was under way when the process died is not sent again")
  func died() async {
    let silent = SilentTransport()
    let first = scene.launch(scene.destination(transport: silent))
    first.track("A")
    async let flushed = first.flush()
    await silent.isAsked()
    await first.close(flushingForSeconds: 0)
    _ = await flushed
    let second = scene.launch()
    second.track("B")
    await second.flush()
    #expect(scene.names == ["B"])
    #expect(second.ledger().balances)
  }

  @Test("the secret is in no stored reason")
  func secret() async throws {
    let analytics = scene.launch()
    scene.network.answerNext(.status(400, body: "api_secret=very-secret is wrong"))
    analytics.track("A")
    await analytics.flush()
    await analytics.close()
    let box = DeadLetterManager(
      "/test/key-ef46db3751d8e999/v1", destination: "firebase", files: scene.storage.files,
      clock: scene.clock, randomness: SeededRandomness(seed: 1))
    let answers = try box.contents().letters.map(\.rejection.answer)
    #expect(answers == ["api_secret=[hidden] is wrong"])
  }
}
