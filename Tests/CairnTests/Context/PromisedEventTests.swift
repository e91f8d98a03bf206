import Cairn
import CairnTesting
import Testing

/// An event of a session that could not be recorded when it was due is recorded when it can be.
@Suite struct PromisedEventTests {
  let scene = ContextScene()

  @Test("the end of a session that a launch without tracking finds is recorded when tracking is on")
  func untracked() async {
    let first = scene.start { $0.sessionTimeout = 60 }
    first.track("One")
    first.setTrackingEnabled(false)
    await scene.kill(first)
    scene.clock.advance(bySeconds: 1_000)
    let second = scene.start { $0.sessionTimeout = 60 }
    second.engine?.hear(.background)
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
    let change: (inout Configuration) -> Void = {
      $0.sessionTimeout = 60
      $0.journal.bytes = 65_536
      $0.journal.whenFull = .dropNewest
    }
    let first = scene.start(change)
    var number = 0
    while first.ledger().refused[.journalFull] == nil, number < 10_000 {
      number += 1
      first.track("e", ["x": .string(String(repeating: "x", count: 300))])
    }
    scene.clock.advance(bySeconds: 100)
    first.track("Ends the session")
    first.engine?.hear(.background)
    await first.flush()
    scene.clock.advance(bySeconds: 100)
    await first.flush()
    first.track("Room")
    let events = await scene.delivered(by: first)
    let started = events.named("Session Started").compactMap { $0.properties["session_number"] }
    let ended = events.named("Session Ended").compactMap { $0.properties["session_number"] }
    #expect(Set(started).isSuperset(of: ended))
    #expect(started.count == ended.count + 1)
    #expect(started == started.indices.map { .int($0 + 1) })
    await first.close()
  }
}
