import Cairn
import CairnTesting
import Testing

/// Events with a duration.
@Suite struct TimedEventTests {
  let scene = ContextFixture()

  func start(_ change: (inout Configuration) -> Void = { _ in }) -> Analytics {
    scene.startWithoutContext(change)
  }

  func durations(of analytics: Analytics) async -> [Value?] {
    await scene.delivered(by: analytics).map { $0.properties["duration"] }
  }

  @Test("an ended event has the seconds since its start, besides its own properties")
  func duration() async {
    let analytics = start()
    analytics.startEvent("Video Watched")
    scene.clock.advance(bySeconds: 63.25)
    analytics.track("Paused")
    #expect(analytics.endEvent("Video Watched", ["title": "Intro"]) != nil)
    let title: String? = "Outro"
    analytics.endEvent("Video Watched", ["title": title])
    let events = await scene.delivered(by: analytics)
    #expect(events.names == ["Paused", "Video Watched", "Video Watched"])
    #expect(events[0].properties == [:])
    #expect(events[1].properties == ["title": "Intro", "duration": 63.25])
    #expect(events[2].properties == ["title": "Outro"], "it was ended already")
    await analytics.close()
  }

  @Test(
    "an event that is started again counts from the second start; a cancelled one has no duration")
  func again() async {
    let analytics = start()
    analytics.startEvent("One")
    analytics.startEvent("Two")
    scene.clock.advance(bySeconds: 10)
    analytics.startEvent("One")
    analytics.cancelEvent("Two")
    scene.clock.advance(bySeconds: 5)
    analytics.endEvent("One")
    analytics.endEvent("Two")
    #expect(await durations(of: analytics) == [5.0, nil])
    await analytics.close()
  }

  @Test("the start of an event is kept across launches, also after a kill, and used once")
  func launches() async {
    let first = start()
    first.startEvent("Import")
    // Not closed, as after a kill.
    scene.clock.advance(bySeconds: 3_600)
    let second = start()
    second.endEvent("Import")
    await second.close()
    let third = start()
    third.endEvent("Import")
    #expect(await durations(of: third) == [3_600.0, nil])
    await third.close()
    await first.close()
  }

  @Test(
    "an event has a duration up to its maximum, and none after it", arguments: [-1, 0, 60, 86_400])
  func maximum(seconds: Double) async {
    let analytics = start()
    for isOver in [false, true] {
      analytics.startEvent("One", maximumSeconds: seconds)
      scene.clock.advance(bySeconds: max(0, seconds) + (isOver ? 0.001 : 0))
      analytics.endEvent("One")
    }
    #expect(await durations(of: analytics) == [.double(max(0, seconds)), nil])
    await analytics.close()
  }

  @Test("any maximum is accepted", arguments: [.nan, .infinity, -.infinity, 1e300] as [Double])
  func strangeMaximum(seconds: Double) async {
    let analytics = start()
    analytics.startEvent("One", maximumSeconds: seconds)
    scene.clock.advance(bySeconds: 1)
    analytics.endEvent("One")
    let isEndless = seconds > 0
    #expect(await durations(of: analytics) == [isEndless ? 1.0 : nil])
    await analytics.close()
  }

  @Test("a duration of the event's own is kept")
  func own() async {
    let analytics = start()
    analytics.startEvent("One")
    scene.clock.advance(bySeconds: 5)
    analytics.endEvent("One", ["duration": "long"])
    analytics.endEvent("One")
    #expect(await durations(of: analytics) == ["long", nil])
    await analytics.close()
  }

  /// Calls the SDK while the event "One" is being recorded.
  private final class Caller: Enricher {
    let analytics = Locked<Analytics?>(nil)
    private let call: @Sendable (Analytics) -> Void

    init(_ call: @escaping @Sendable (Analytics) -> Void) { self.call = call }

    func enrich(_ event: inout Event) {
      guard event.name == "One", let analytics = analytics.withLock({ $0.take() }) else { return }
      call(analytics)
    }
  }

  private func end(beside call: @escaping @Sendable (Analytics) -> Void) async -> [Value?] {
    let caller = Caller(call)
    let analytics = start { $0.enrichers = [caller] }
    analytics.startEvent("One")
    scene.clock.advance(bySeconds: 5)
    caller.analytics.withLock { $0 = analytics }
    analytics.endEvent("One")
    scene.clock.advance(bySeconds: 2)
    analytics.endEvent("One")
    defer { Task { await analytics.close() } }
    return await durations(of: analytics)
  }

  @Test("where two calls end an event at the same time, one of them has the duration")
  func endedBeside() async {
    #expect(await end { $0.endEvent("One") } == [nil, 5.0, nil])
  }

  /// The reasons for which an ended event is not recorded.
  enum Refusal: CaseIterable { case dropped, rejectedByInspector, tooLarge, trackingDisabled }

  private struct Objector: EventInspector {
    func inspect(_ event: Event) -> ValidationIssue? {
      event.properties["object"] == nil ? nil : ValidationIssue("no", refuses: true)
    }
  }

  @Test(
    "an event that ends is not started any more, also if it is refused",
    arguments: Refusal.allCases)
  func refused(_ refusal: Refusal) async {
    let analytics = start {
      $0.beforeRecord = { $0.properties["drop"] == nil ? $0 : nil }
      $0.inspectors = [Objector()]
    }
    analytics.startEvent("One")
    scene.clock.advance(bySeconds: 5)
    let properties: [String: Value] =
      switch refusal {
      case .dropped: ["drop": true]
      case .rejectedByInspector: ["object": true]
      case .tooLarge: ["long": .string(String(repeating: "x", count: 40_000))]
      case .trackingDisabled: [:]
      }
    if refusal == .trackingDisabled { analytics.setTrackingEnabled(false) }
    #expect(analytics.endEvent("One", properties) == nil)
    analytics.setTrackingEnabled(true)
    analytics.endEvent("One")
    #expect(await durations(of: analytics) == [nil])
    await analytics.close()
  }

  @Test("an event that is started again while it ends counts from then")
  func startedBeside() async {
    #expect(await end { $0.startEvent("One") } == [5.0, 2.0])
  }

  @Test("a reset discards all starts")
  func reset() async {
    let analytics = start()
    analytics.startEvent("One")
    analytics.reset()
    analytics.endEvent("One")
    #expect(await durations(of: analytics) == [nil])
    await analytics.close()
  }

  @Test("an erasure discards all starts, also those on the disk")
  func erasure() async throws {
    let first = start()
    first.startEvent("One")
    try await first.erase()
    await first.close()
    let second = start()
    second.endEvent("One")
    #expect(await durations(of: second) == [nil])
    await second.close()
  }

  @Test("without consent nothing is started")
  func denied() async {
    let analytics = start { $0.defaultConsent = .denied }
    analytics.startEvent("One")
    analytics.setConsent(.granted)
    analytics.endEvent("One")
    #expect(await durations(of: analytics) == [nil])
    #expect(analytics.ledger().recorded == 1)
    await analytics.close()
  }

  @Test("the oldest of more than 64 starts is discarded, and super properties are not changed")
  func many() async {
    let analytics = start()
    analytics.superProperties.register(["plan": "pro", "cairn.timers": 1])
    for number in 0...EventTimers.most {
      analytics.startEvent("Event \(number)")
      scene.clock.advance(bySeconds: 1)
    }
    analytics.endEvent("Event 0")
    analytics.endEvent("Event 1")
    let events = await scene.delivered(by: analytics)
    #expect(events.map(\.properties) == [["plan": "pro"], ["plan": "pro", "duration": 64.0]])
    #expect(analytics.superProperties.current == ["plan": "pro"])
    analytics.superProperties.removeAll()
    analytics.endEvent("Event 2")
    #expect(await durations(of: analytics).last == 63.0)
    await analytics.close()
  }

  @Test("64 events can be started whatever their names and the super properties are")
  func space() async {
    let analytics = start { $0.maximumEventBytes = 1_024 }
    let text = String(repeating: "x", count: 480)
    analytics.superProperties.register(["a": .string(text)])
    let names = (1...EventTimers.most).map { "\($0) " + text.prefix(300) }
    for name in names { analytics.startEvent(name) }
    analytics.superProperties.register(["a": 1])
    scene.clock.advance(bySeconds: 1)
    for name in names { analytics.endEvent(name) }
    #expect(await durations(of: analytics) == Array(repeating: 1.0, count: names.count))
    #expect(analytics.superProperties.current == ["a": 1])
    #expect(scene.said.withLock { $0 } == [])
    await analytics.close()
  }

  @Test("a name that is longer than the space discards no other start")
  func longName() async {
    let analytics = start()
    analytics.startEvent("One")
    let long = String(repeating: "x", count: 30_000)
    for number in 1...3 { analytics.startEvent(long + "\(number)") }
    analytics.startEvent(String(repeating: "x", count: 1_000_000))
    scene.clock.advance(bySeconds: 1)
    analytics.endEvent(long + "3")
    analytics.endEvent(long + "1")
    #expect(await durations(of: analytics) == [1.0, nil])
    #expect(scene.said.withLock { $0 } == ["superProperties.tooLarge"])
    await analytics.close()
  }

  @Test("an event that was started under a greater limit of space ends once")
  func smallerLimit() async {
    let first = start()
    first.superProperties.register(["a": .string(String(repeating: "x", count: 2_000))])
    first.startEvent("One")
    await scene.kill(first)
    scene.clock.advance(bySeconds: 1)
    let second = start { $0.maximumEventBytes = 3_000 }
    second.endEvent("One")
    second.endEvent("One")
    #expect(await durations(of: second) == [1.0, nil])
    await second.close()
  }

  private var stored: String {
    get throws {
      let file = try OpenFile(ContextFixture.folder + "/super", .read, in: scene.storage.memory)
      return String(decoding: try file.read(2 * SuperPropertyStore.slotSize, at: 0), as: UTF8.self)
    }
  }

  @Test("the name of a started event is redacted on the disk as that of the recorded event is")
  func redaction() async throws {
    let first = start()
    first.startEvent("Mail to old@example.com")
    #expect(try stored.contains("old@example.com"))
    await scene.kill(first)
    let second = start { $0.redaction = [.pattern(.email), .custom { $0.name += "!" }] }
    #expect(try !stored.contains("old@example.com"))
    second.startEvent("Mail to ann@example.com")
    #expect(try !stored.contains("ann@example.com"))
    scene.clock.advance(bySeconds: 1)
    second.endEvent("Mail to ann@example.com")
    second.startEvent("Mail to ann@example.com")
    second.cancelEvent("Mail to ann@example.com")
    second.endEvent("Mail to ann@example.com")
    let events = await scene.delivered(by: second)
    #expect(events.map { $0.properties["duration"] } == [1.0, nil])
    #expect(events.allSatisfy { !$0.name.contains("ann@") && $0.name.hasSuffix("!") })
    await second.close()
  }

  @Test(
    "with an unknown boot, the wall clock measures across launches, the continuous one within one"
  )
  func unknownBoot() async {
    // The disk in memory has no identifier of the boot.
    let first = start()
    first.startEvent("One")
    first.startEvent("Two")
    scene.clock.advance(bySeconds: 10)
    scene.clock.setWall(
      millisecondsSince1970: scene.clock.now().wall.milliseconds + 100_000)
    first.endEvent("One")
    await scene.kill(first)
    let second = start()
    second.endEvent("Two")
    #expect(await durations(of: second) == [10.0, 110.0])
    await second.close()
  }
}
