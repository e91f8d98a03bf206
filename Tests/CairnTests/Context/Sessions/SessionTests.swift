import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct SessionTests {
  let scene = ContextFixture()

  @Test("a session is in the context of its events, between the two that begin and end it")
  func session() async throws {
    let analytics = scene.start()
    #expect(analytics.sessionID == nil)
    analytics.track("One")
    let id = try #require(analytics.sessionID)
    scene.clock.advance(bySeconds: 100.5)
    analytics.screen("Two")
    scene.clock.advance(bySeconds: 1_800)
    analytics.track("Three")
    let events = await scene.delivered(by: analytics)
    #expect(
      events.names == [
        "Session Started", "One", "Two", "Session Ended", "Session Started", "Three",
      ])
    let first = id.uuidString.lowercased()
    #expect(events.map { $0.session == first } == [true, true, true, true, false, false])
    #expect(events[5].session == analytics.sessionID?.uuidString.lowercased())
    #expect(events[3].timestamp == events[2].timestamp)
    #expect(
      events[3].properties == [
        "session_id": .string(first), "session_number": 1, "duration": 100.5, "reason": "timeout",
        "started_at": .string(events[0].timestamp),
      ])
    #expect(events[4].properties["session_number"] == 2)
    #expect(analytics.ledger().recorded == 6)
    await analytics.close()
  }

  @Test("without a configured timeout there are no sessions")
  func off() async {
    #expect(Configuration(destinations: []).sessionTimeout == nil)
    let analytics = scene.start { $0.sessionTimeout = nil }
    analytics.track("One")
    analytics.engine?.handle(.foreground)
    let events = await scene.delivered(by: analytics)
    #expect(events.names == ["One"])
    #expect(events[0].context["session"] == nil)
    #expect(analytics.sessionID == nil)
    await analytics.close()
  }

  @Test("a relaunch within the timeout continues the session")
  func goesOn() async {
    let first = scene.start()
    first.track("One")
    scene.clock.advance(bySeconds: 120)
    first.track("Two")
    let session = first.sessionID
    await scene.kill(first)
    scene.clock.advance(bySeconds: 1_000)
    let second = scene.start()
    second.track("Three")
    #expect(second.sessionID == session)
    scene.clock.advance(bySeconds: 1_800)
    second.track("Four")
    let events = await scene.delivered(by: second)
    #expect(
      events.names == [
        "Session Started", "One", "Two", "Three", "Session Ended", "Session Started", "Four",
      ])
    #expect(Set(events.prefix(5).map(\.session)).count == 1)
    #expect(events[4].properties["duration"] == 1_120.0)
    await second.close()
  }

  @Test("the end of a session that a kill cut off is recorded at the next launch, once")
  func cutOff() async {
    let first = scene.start()
    first.track("One")
    scene.clock.advance(bySeconds: 70)
    first.track("Two")
    // The end is not stored: the last save was at most a minute ago.
    scene.clock.advance(bySeconds: 50)
    first.track("Three")
    await scene.kill(first)
    scene.clock.advance(bySeconds: 86_400)
    let second = scene.start()
    await scene.kill(second)
    let third = scene.start()
    let ends = await scene.delivered(by: third).named("Session Ended")
    #expect(ends.count == 1)
    #expect(ends[0].properties["duration"] == 70.0)
    #expect(ends[0].properties["reason"] == "relaunch")
    #expect(ends[0].session == ends[0].properties["session_id"]?.text)
    #expect(third.sessionID == nil)
    third.track("Four")
    #expect(await scene.delivered(by: third).last?.context["session"]?.members["number"] == 2)
    await third.close()
  }

  @Test("the final values are exact when the app entered the background or the process ended")
  func savedAtTheEnd() async {
    for signal in [HostSignal.background, .terminating] {
      let scene = ContextFixture()
      let first = scene.start()
      first.engine?.handle(.foreground)
      first.track("One")
      scene.clock.advance(bySeconds: 50)
      first.track("Two")
      first.engine?.handle(signal)
      await scene.kill(first)
      scene.clock.advance(bySeconds: 86_400)
      let second = scene.start()
      let events = await scene.delivered(by: second)
      #expect(events.named("Session Ended").map { $0.properties["duration"] } == [50.0])
      await second.close()
    }
  }

  @Test("entering the foreground begins a session")
  func foreground() async {
    let analytics = scene.start()
    analytics.engine?.handle(.foreground)
    #expect(await scene.delivered(by: analytics).names == ["Session Started"])
    await analytics.close()
  }

  @Test("another user gets another session")
  func reset() async {
    let analytics = scene.start()
    analytics.identify("ann")
    let (ann, session) = (analytics.anonymousID, analytics.sessionID)
    analytics.reset()
    #expect(analytics.sessionID == nil)
    analytics.track("Two")
    #expect(analytics.sessionID != session)
    #expect(analytics.anonymousID != ann)
    let events = await scene.delivered(by: analytics)
    #expect(events.names == ["Session Started", "", "Session Ended", "Session Started", "Two"])
    #expect(events[2].properties["reason"] == "reset")
    let ended = scene.server.events[2].fields
    #expect(ended?["anonymousId"] as? String == ann)
    #expect(ended?["userId"] as? String == "ann")
    await analytics.close()
  }

  @Test("with an unusable file sessions apply to this run only, which is logged once")
  func noFile() async {
    let files = FaultyFileSystem(scene.storage.files) { call in
      call.path.hasSuffix("/session") ? .fail(FileError.inputOutput) : .none
    }
    let analytics = scene.start(on: files)
    analytics.track("One")
    scene.clock.advance(bySeconds: 2_000)
    analytics.track("Two")
    #expect(await scene.delivered(by: analytics).named("Session Started").count == 2)
    #expect(scene.said.withLock { $0.filter { $0 == "session.storage" } }.count == 1)
    await analytics.close()
  }

  @Test("an event that is refused begins no session")
  func refused() async {
    let analytics = scene.start()
    analytics.track("")
    #expect(analytics.sessionID == nil)
    #expect(await scene.delivered(by: analytics).isEmpty)
    await analytics.close()
  }
}
