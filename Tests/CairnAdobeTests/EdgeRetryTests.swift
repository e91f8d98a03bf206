import Cairn
import CairnAdobe
import CairnContent
import CairnTesting
import Foundation
import Testing
import VendorAnswers

/// The network's responses, and their effect on the interactions.
@Suite struct EdgeRetryTests {
  let scene = EdgeFixture()

  @Test(
    "a status deletes nothing that could still be delivered",
    arguments: Vendor.adobeInteract.rows + Vendor.adobeCollect.rows)
  func answer(row: AnswerRow) async throws { try await row.expect() }

  @Test(
    "without an answer the batch is kept, whatever the error was",
    arguments: [
      URLError.Code.timedOut, .cannotConnectToHost, .networkConnectionLost, .notConnectedToInternet,
      .cannotFindHost, .secureConnectionFailed, .dataNotAllowed,
    ])
  func noAnswer(code: URLError.Code) async {
    let content = scene.launch()
    scene.network.answerNext(.failure(URLError(code)))
    content.trackAsset("A")
    await content.analytics.flush()
    #expect(content.analytics.ledger().destinations.map(\.pending) == [1])
    await content.analytics.flush()
    #expect(scene.network.requests.map(\.body) == [UInt8].twice(scene.network.requests[0].body))
    #expect(content.analytics.ledger().destinations.map(\.pending) == [0])
  }

  @Test("an invalid address keeps the batch until the configuration is fixed")
  func noAddress() async {
    var scene = scene
    scene.settings.edgeDomain = "["
    let content = scene.launch()
    content.trackAsset("A")
    await content.analytics.flush()
    #expect(content.analytics.ledger().destinations.map(\.pending) == [1])
    #expect(
      content.analytics.ledger().destinations.map(\.problem) == ["the address is not valid"])
    #expect(scene.network.requests.isEmpty)
    scene.settings.edgeDomain = "edge.example.test"
    await content.update(scene.settings)
    await content.analytics.flush()
    #expect(scene.network.requests.map(\.urls) == [["A"]])
    #expect(content.analytics.ledger().destinations.map(\.pending) == [0])
  }

  /// Delivers interactions with two assets to a destination of the scene; returns what it got.
  private func deliverTwo(to edge: AdobeEdgeDestination) async -> RecordingDestination {
    let recording = RecordingDestination(inFrontOf: edge)
    var configuration = Configuration(destinations: [recording])
    configuration.syncPolicy = .never
    configuration.diagnostics = { _ in }
    let analytics = Analytics(configuration.testing(clock: scene.clock, storage: scene.storage))
    let content = ContentAnalytics(analytics, scene.settings)
    for url in ["A", "B"] { content.trackAsset(url) }
    await analytics.flush()
    await analytics.close(flushingForSeconds: 0)
    return recording
  }

  @Test("a batch of which a part is settled is not given to the system")
  func partlySettled() async throws {
    let edge = AdobeEdgeDestination(scene.settings, transport: scene.network)
    scene.network.answerNext(.status(400), .status(400), .status(503))
    let batch = try #require(await deliverTwo(to: edge).batches.last)
    #expect(scene.network.requests.map(\.events.count) == [2, 1, 1])
    #expect(edge.request(for: batch) == nil)
    // Another process knows nothing of the part, and gives the whole batch.
    let other = AdobeEdgeDestination(scene.settings, transport: scene.network)
    let request = try #require(other.request(for: batch))
    #expect(request.events.count == 2)
    #expect(other.outcome(of: HTTPResponse(status: 200), for: batch) == .accepted)
  }

  @Test("an upload counts although the network's state has expired meanwhile")
  func expiredState() async throws {
    let assigned = { [scene] in
      AdobeEdgeDestination(scene.settings, identity: .assigned(), transport: scene.network)
    }
    let batch = try #require(await deliverTwo(to: assigned()).batches.first)
    // The state that combined the groups is gone in this process.
    #expect(assigned().outcome(of: HTTPResponse(status: 200), for: batch) == .accepted)
  }

  @Test("a body that cannot be read is refused, and nothing of it is sent")
  func damaged() async {
    let edge = AdobeEdgeDestination(scene.settings, transport: scene.network)
    let batch = Batch(
      key: UUID(), events: [], body: Array("{}\nbroken".utf8), attempt: 0, milliseconds: 0)
    #expect(await edge.deliver(batch) == .refused("the body is damaged"))
    #expect(scene.network.requests.isEmpty)
  }

  @Test(
    "Retry-After is honoured in seconds, fractions and dates, and not when it is nonsense",
    arguments: [
      ("7", 7...8), ("0", 0...1), ("-3", 0...1), ("1.5", 2...3), ("99999999", 300...301),
      ("Thu, 01 Jan 2026 00:01:30 GMT", 90...91), ("soon", 0...1),
    ] as [(String, ClosedRange<Double>)])
  func retryAfter(text: String, seconds: ClosedRange<Double>) async {
    let content = scene.launch()
    scene.network.answerNext(.wait(503, text))
    content.trackAsset("A")
    await content.analytics.flush()
    await scene.clock.waitForSleeper(forSeconds: seconds)
    #expect(scene.network.requests.count == 1)
  }

  @Test("without Retry-After the pauses grow, and no interaction is dropped")
  func backOff() async {
    let content = scene.launch()
    scene.network.isOffline = true
    content.trackAsset("A")
    await scene.clock.waitForSleeper(forSeconds: 2...2)
    scene.clock.advance(bySeconds: 2)
    var pauses: [Double] = []
    for number in 1...24 {
      _ = await scene.network.requests(atLeast: number)
      await scene.clock.waitForSleeper(forSeconds: 0...300)
      pauses.append(scene.clock.nextDue ?? 0)
      scene.clock.advanceToNextSleeper()
    }
    // Each pause is random up to its limit.
    #expect(zip(pauses, [1, 2, 4, 8, 16, 32]).allSatisfy { $0 <= $1 }, "\(pauses)")
    #expect(pauses.suffix(16).max() ?? 0 > 60, "\(pauses)")
    _ = await scene.network.requests(atLeast: 25)
    // The last attempt has ended when the next one is planned.
    await scene.clock.waitForSleeper(forSeconds: 0...300)
    #expect(content.analytics.ledger().destinations.map(\.pending) == [1])
    scene.network.isOffline = false
    await content.analytics.flush()
    #expect(Set(scene.identifiers).count == 1)
    #expect(content.analytics.ledger().destinations.map(\.delivered) == [1])
  }

  @Test("a refused group becomes dead letters with the reason; the others arrive")
  func poison() async throws {
    let content = scene.launch(.collect)
    for url in ["A", "bad", "B", "C", "bad"] { content.trackAsset(url) }
    let no = RecordingTransport.Answer.body("no such thing", status: 400)
    scene.network.answerNext(no, no, .status(204), no, .status(204))
    await content.analytics.flush()
    let ledger = try #require(content.analytics.ledger().destinations.first)
    #expect(ledger.delivered == 3)
    #expect(ledger.deadLettered == 2)
    #expect(ledger.pending == 0)
    #expect(
      scene.network.requests.map(\.urls) == [
        ["A", "bad", "B", "C"], ["A", "bad"], ["A"], ["bad"], ["B", "C"],
      ])
    let folder = try #require(try scene.storage.files.list("/test").first)
    let box = DeadLetterManager(
      "/test/\(folder)/v1", destination: "adobe", files: scene.storage.files, clock: scene.clock,
      randomness: SeededRandomness(seed: 1))
    let letters = try box.contents().letters
    #expect(
      letters.map(\.rejection)
        == Array(
          repeating: DeliveryRejection("status 400", status: 400, answer: "no such thing"), count: 2
        )
    )
  }

  @Test(
    "a truncated answer to one of several requests repeats only the open ones, unchanged")
  func midway() async {
    let content = scene.launch()
    for url in ["A", "B", "C"] { content.trackAsset(url) }
    scene.network.answerNext(.status(200), .status(503))
    await content.analytics.flush()
    #expect(scene.network.requests.count == 2)
    await content.analytics.flush()
    let names = scene.identifiers
    #expect(names.count == 4)
    #expect(names[1] == names[2])
    #expect(Set(names).count == 3)
  }

  @Test("after a kill a whole batch is sent again under the same names")
  func killed() async {
    let content = scene.launch()
    for url in ["A", "B", "C"] { content.trackAsset(url) }
    scene.network.answerNext(.status(200), .status(503))
    await content.analytics.flush()
    await content.analytics.engine?.stop()
    let next = scene.launch()
    next.trackAsset("A")
    await next.analytics.flush()
    await next.analytics.flush()
    let names = scene.identifiers
    #expect(Array(names.prefix(2)) == Array(names[2...3]))
    #expect(Set(names).count == 4)
    #expect(next.analytics.ledger().destinations.map(\.pending) == [0])
  }
}

extension [UInt8] {
  fileprivate static func twice(_ bytes: [UInt8]) -> [[UInt8]] { [bytes, bytes] }
}
