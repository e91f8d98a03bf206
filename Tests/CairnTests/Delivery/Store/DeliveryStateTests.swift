import Cairn
import CairnTesting
import Testing

/// The disposition of an event, requested in the launch that recorded it.
@Suite struct DeliveryStateTests {
  let scene = ReceiptFixture()

  @Test("every call returns the identifier that the destination gets, and none when it is refused")
  func identifiers() async {
    struct Order: Encodable { var total = 1 }
    let analytics = await scene.start()
    let ids = [
      analytics.track("Event"), analytics.track("Order", properties: Order()),
      analytics.screen("Screen"), analytics.identify("user"), analytics.group("group"),
      analytics.alias("other"),
    ]
    #expect(analytics.track("") == nil)
    #expect(analytics.track("Number", properties: 1) == nil)
    #expect(analytics.screen("") == nil)
    await analytics.flush()
    #expect(scene.server.events.map(\.id) == ids)
  }

  @Test("an event is pending until the destination has it")
  func delivered() async throws {
    let analytics = await scene.start()
    let id = try #require(analytics.track("Event"))
    #expect(await analytics.delivery(of: id)?.state == .pending)
    await analytics.flush()
    #expect(
      await analytics.delivery(of: id) == DeliveryStatus(destinations: ["server": .delivered]))
  }

  @Test("an event that was never recorded is unknown")
  func unknown() async {
    let analytics = await scene.start()
    analytics.track("Event")
    #expect(await analytics.delivery(of: EventID(high: 1 << 20, low: 7)) == nil)
    #expect(await analytics.delivery(of: Receipt.refused(.closed)) == nil)
    let elsewhere = Position(lane: LaneID(rawValue: 7), index: 1)
    #expect(await analytics.delivery(of: Receipt.stored(elsewhere)) == nil)
  }

  @Test("a receipt of record() returns the state of its event")
  func receipt() async throws {
    let analytics = await scene.start()
    let receipt = try await analytics.record("Event")
    #expect(await analytics.delivery(of: receipt)?.state == .pending)
    await analytics.flush()
    #expect(await analytics.delivery(of: receipt)?.state == .delivered)
    for number in 1...RecentEvents.capacity { analytics.track("Event \(number)") }
    #expect(await analytics.delivery(of: receipt)?.state == .delivered)
  }

  @Test("each destination has its own state of an event")
  func destinations() async throws {
    let picky = RecordingDestination(name: "picky", accepting: { _ in false })
    let down = RecordingDestination(name: "down")
    down.isOffline = true
    let server = scene.server
    server.answerEach { $0.text.contains("Bad") ? .refused("bad") : .accepted }
    let analytics = await scene.start([server, picky, down])
    let bad = try #require(analytics.track("Bad"))
    let good = try #require(analytics.track("Good"))
    await analytics.flush()
    let status = try #require(await analytics.delivery(of: bad))
    #expect(
      status.destinations == ["server": .deadLettered, "picky": .filtered, "down": .pending])
    #expect(status.state == .pending)
    down.isOffline = false
    await analytics.flush()
    #expect(await analytics.delivery(of: bad)?.state == .deadLettered)
    #expect(await analytics.delivery(of: good)?.state == .delivered)
  }

  @Test("an event that is sent again alone is pending meanwhile")
  func again() async {
    let server = scene.server
    server.answerNext(
      .partial(refused: [:], again: [1]), .later(afterSeconds: 9, reason: "later"))
    let analytics = await scene.start()
    let ids = [analytics.track("One"), analytics.track("Two")]
    await analytics.flush()
    #expect(await analytics.state(of: ids[0]) == .delivered)
    #expect(await analytics.state(of: ids[1]) == .pending)
  }

  @Test("an event that a cap drops is dropped, for the destinations that had not settled it")
  func dropped() async throws {
    let prompt = RecordingDestination(name: "prompt")
    scene.server.isOffline = true
    let analytics = await scene.start([scene.server, prompt]) { $0.journal.lag = 5 }
    await analytics.flush()
    let ids = try (1...20).map { try #require(analytics.track("Event \($0)")) }
    #expect(await analytics.state(of: ids[0]) == .pending)
    await analytics.engine?.retention.prune()
    #expect(await analytics.state(of: ids[14]) == .dropped(.capacity))
    #expect(await analytics.state(of: ids[15]) == .pending)
    #expect(await analytics.delivery(of: ids[14])?.state == .dropped(.capacity))
  }

  @Test("a buffered event is pending, and continues from there")
  func buffered() async throws {
    let analytics = await scene.start()
    scene.storage.problem = .noSpace
    let id = try #require(analytics.track("Event"))
    #expect(await analytics.delivery(of: id)?.state == .pending)
    let error = await #expect(throws: AnalyticsError.self) { try await analytics.record("Event") }
    let other = try #require(error?.eventID)
    scene.storage.problem = nil
    await analytics.flush()
    await analytics.flush()
    #expect(await analytics.delivery(of: id)?.state == .delivered)
    #expect(await analytics.delivery(of: other)?.state == .delivered)
  }

  @Test("an event without a destination waits for one")
  func nobody() async throws {
    let analytics = await scene.start([])
    let id = try #require(analytics.track("Event"))
    #expect(await analytics.delivery(of: id)?.state == .pending)
    await analytics.addDestination(scene.server)
    await analytics.flush()
    #expect(await analytics.delivery(of: id)?.state == .delivered)
    await analytics.removeDestination("server", keepingEvents: false)
    #expect(throws: FileError.self) { try OpenFile(scene.recent(), .read, in: scene.storage.files) }
  }

  @Test("an unreadable event is reported as unreadable")
  func damaged() async throws {
    scene.server.isOffline = true
    let analytics = await scene.start()
    let ids = try (1...3).map { try #require(analytics.track("Event \($0)")) }
    let name = try #require(try scene.segments().first)
    let file = try OpenFile(
      ReceiptFixture.folder + "/log/" + name, .readWrite, in: scene.storage.files)
    let bytes = try file.read(100_000, at: 0)
    let middle = try #require(bytes.indices.first { bytes[$0...].starts(with: "Event 2".utf8) })
    try file.write([0x21], at: middle)
    scene.server.isOffline = false
    await analytics.flush()
    var states: [DeliveryState?] = []
    for id in ids { states.append(await analytics.state(of: id)) }
    #expect(states == [.delivered, .damaged, .delivered])
  }
}
