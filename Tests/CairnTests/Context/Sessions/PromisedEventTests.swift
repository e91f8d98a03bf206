import Cairn
import CairnTesting
import Testing

/// An event of a session that could not be recorded when it was due is recorded later.
@Suite struct PromisedEventTests {
  let scene = ContextFixture()

  @Test("the end of a session that a launch without tracking finds is recorded when tracking is on")
  func untracked() async {
    let first = scene.start { $0.sessionTimeout = 60 }
    first.track("One")
    first.setTrackingEnabled(false)
    await scene.kill(first)
    scene.clock.advance(bySeconds: 1_000)
    let second = scene.start { $0.sessionTimeout = 60 }
    second.engine?.handle(.background)
    second.setTrackingEnabled(true)
    second.track("Two")
    scene.clock.advance(bySeconds: 10)
    let events = await scene.delivered(by: second)
    #expect(
      events.names == ["Session Started", "One", "Session Ended", "Session Started", "Two"])
    await second.close()
  }

  @Test("the events of a session that a full journal refused are recorded when there is room")
  func full() async {
    let first = scene.start(Self.small)
    fill(first)
    scene.clock.advance(bySeconds: 100)
    first.track("Ends the session")
    first.engine?.handle(.background)
    await first.flush()
    scene.clock.advance(bySeconds: 100)
    await first.flush()
    first.track("Room")
    check(await scene.delivered(by: first))
    await first.close()
  }

  @Test(
    "an event of a session refused by a full journal is recorded by a later launch with space"
  )
  func relaunched() async {
    scene.server.isOffline = true
    let first = scene.start(Self.small)
    fill(first)
    scene.clock.advance(bySeconds: 100)
    first.track("Ends the session")
    first.engine?.handle(.background)
    await scene.kill(first)
    let second = scene.start(Self.small)
    second.engine?.handle(.background)
    await scene.kill(second)
    scene.server.isOffline = false
    let third = scene.start(Self.small)
    // There was no space when it began.
    await third.flush()
    await scene.kill(third)
    let fourth = scene.start(Self.small)
    fourth.track("Room")
    check(await scene.delivered(by: fourth))
    await fourth.close()
  }

  /// Limits the journal so that it refuses events for which it has no space.
  private static func small(_ configuration: inout Configuration) {
    configuration.sessionTimeout = 60
    configuration.journal.bytes = 65_536
    configuration.journal.whenFull = .dropNewest
  }

  private func fill(_ analytics: Analytics) {
    var number = 0
    while analytics.ledger().refused[.journalFull] == nil, number < 10_000 {
      number += 1
      analytics.track("e", ["x": .string(String(repeating: "x", count: 300))])
    }
  }

  /// Checks that every session begins, in order, and that all except the last one end; there are at
  /// least two.
  private func check(_ events: [SeenEvent]) {
    let started = events.named("Session Started").compactMap { $0.properties["session_number"] }
    let ended = events.named("Session Ended").compactMap { $0.properties["session_number"] }
    #expect(Set(started).isSuperset(of: ended))
    #expect(started.count == ended.count + 1)
    #expect(started == started.indices.map { .int($0 + 1) })
    #expect(started.count > 1)
  }
}
