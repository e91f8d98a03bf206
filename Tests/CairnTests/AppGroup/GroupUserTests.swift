import Cairn
import CairnTesting
import Testing

/// The processes of an app group have one user, one consent and one session.
@Suite struct GroupUserTests {
  let scene = GroupFixture()

  @Test("the user of one process is the user of the others within a second, in both directions")
  func user() async {
    let (app, share) = (scene.start(.app), scene.start(.share))
    #expect(app.anonymousID == share.anonymousID)
    app.identify("user-1")
    scene.clock.advance(bySeconds: 1)
    share.track("Shared")
    #expect(share.userID == "user-1")
    share.identify("user-2")
    scene.clock.advance(bySeconds: 1)
    app.track("Opened")
    #expect(app.userID == "user-2")
    app.reset()
    scene.clock.advance(bySeconds: 1)
    share.track("Of nobody")
    #expect(share.userID == nil)
    #expect(share.anonymousID == app.anonymousID)
    while await !app.flush().isComplete {}
    #expect(scene.user(of: "Shared") == "user-1")
    #expect(scene.user(of: "Opened") == "user-2")
    #expect(scene.user(of: "Of nobody") == nil)
    await share.close()
    await app.close()
  }

  @Test("the user that the app has set applies in an extension before it records, within a second")
  func userBeforeEvents() async {
    let (app, share) = (scene.start(.app), scene.start(.share))
    app.identify("user-1")
    scene.clock.advance(bySeconds: 1)
    #expect(share.userID == "user-1")
    app.reset()
    scene.clock.advance(bySeconds: 1)
    #expect(share.anonymousID == app.anonymousID)
    #expect(share.userID == nil)
    await share.close()
    await app.close()
  }

  @Test("an extension that records nothing shows what the app has set and begun, within a second")
  func unrecorded() async {
    let (app, share) = (scene.start(.app), scene.start(.share))
    app.superProperties.register(["plan": "pro"])
    app.group("acme", type: "company")
    let session = app.sessionID
    scene.clock.advance(bySeconds: 1)
    #expect(share.groups == ["company": "acme"])
    scene.clock.advance(bySeconds: 1)
    app.leaveGroup(type: "company")
    app.superProperties.register(["tab": 2])
    scene.clock.advance(bySeconds: 1)
    #expect(share.superProperties.current == ["plan": "pro", "tab": 2])
    #expect(share.groups == [:])
    #expect(session != nil && share.sessionID == session)
    app.reset()
    scene.clock.advance(bySeconds: 1)
    #expect(share.superProperties.current == [:])
    #expect(share.sessionID == nil)
    await share.close()
    await app.close()
  }

  /// Ends the event in another process while it ends in this one.
  private final class Ender: Enricher {
    let other = Locked<Analytics?>(nil)

    func enrich(_ event: inout Event) { other.withLock { $0.take() }?.endEvent("Order") }
  }

  @Test("where two processes end an event at the same time, one of them has the duration")
  func timedEvent() async {
    let ender = Ender()
    let app = scene.start(.app) { $0.enrichers = [ender] }
    let share = scene.start(.share)
    share.startEvent("Order")
    scene.clock.advance(bySeconds: 5)
    ender.other.withLock { $0 = share }
    app.endEvent("Order")
    share.endEvent("Order")
    while await !app.flush().isComplete {}
    let durations = scene.events().named("Order").map { $0.properties["duration"] }
    #expect(durations.count == 3)
    #expect(durations.compactMap { $0 } == [5.0])
    await share.close()
    await app.close()
  }

  @Test(
    "super properties of two processes are in the events of both, and neither removes the others"
  )
  func superProperties() async {
    let (app, share) = (scene.start(.app), scene.start(.share))
    app.superProperties.register(["plan": "pro"])
    share.superProperties.register(["source": "share"])
    app.superProperties.register(["tab": 2])
    scene.clock.advance(bySeconds: 1)
    share.track("Shared")
    app.track("Opened")
    while await !app.flush().isComplete {}
    for name in ["Shared", "Opened"] {
      let properties = scene.events().named(name).first?.properties
      #expect(properties?["plan"] == "pro", "\(name)")
      #expect(properties?["source"] == "share", "\(name)")
      #expect(properties?["tab"] == 2, "\(name)")
    }
    await share.close()
    await app.close()
    let later = scene.start(.share)
    #expect(later.superProperties.current.count == 3)
    await later.close()
  }

  @Test("groups of one process are in the events of both, and the other process can leave them")
  func groups() async {
    let (app, share) = (scene.start(.app), scene.start(.share))
    app.group("acme", type: "company")
    share.group("ios", type: "team")
    share.group("42")
    #expect(share.groups == ["company": "acme", "team": "ios", "": "42"])
    app.leaveGroup(type: "team")
    app.leaveGroup()
    #expect(app.groups == ["company": "acme"])
    scene.clock.advance(bySeconds: 1)
    share.track("Shared")
    #expect(share.groups == ["company": "acme"])
    while await !app.flush().isComplete {}
    let context = scene.events().named("Shared").first?.context
    #expect(context?["groups"] == ["company": "acme"] && context?["groupId"] == nil)
    await share.close()
    await app.close()
  }

  @Test("changes of another process apply also when a change of this one is refused")
  func refused() async {
    let (app, share) = (scene.start(.app), scene.start(.share))
    let long = Value.string(String(repeating: "x", count: 40_000))
    app.superProperties.register(["plan": "pro"])
    share.superProperties.register(["long": long])
    scene.clock.advance(bySeconds: 1)
    share.track("First")
    app.superProperties.register(["tab": 2])
    share.group("acme", type: "company", traits: ["long": long])
    #expect(share.superProperties.current == ["plan": "pro", "tab": 2])
    scene.clock.advance(bySeconds: 1)
    share.track("Second")
    while await !app.flush().isComplete {}
    #expect(scene.events().named("First").first?.properties == ["plan": "pro"])
    #expect(scene.events().named("Second").first?.properties == ["plan": "pro", "tab": 2])
    #expect(share.groups == [:])
    await share.close()
    await app.close()
  }

  @Test("a change directly after a reset by another process belongs to the new user")
  func afterReset() async {
    let (app, share) = (scene.start(.app), scene.start(.share))
    app.identify("user-1")
    app.superProperties.register(["plan": "pro"])
    share.superProperties.register(["source": "share"])
    app.reset()
    app.superProperties.register(["plan": "free"])
    app.group("acme", type: "company")
    share.superProperties.register(["tab": 2])
    share.group("ios", type: "team")
    #expect(share.superProperties.current == ["plan": "free", "tab": 2])
    #expect(share.groups == ["company": "acme", "team": "ios"])
    await scene.kill(app)
    let later = scene.start(.app)
    #expect(later.superProperties.current == ["plan": "free", "tab": 2])
    #expect(later.groups == ["company": "acme", "team": "ios"])
    while await !later.flush().isComplete {}
    #expect(scene.server.events.last?.fields?["anonymousId"] as? String == later.anonymousID)
    await share.close()
    await later.close()
  }

  @Test("a property that two processes set to the same value is in the events of both")
  func same() async {
    let (app, share) = (scene.start(.app), scene.start(.share))
    app.superProperties.register(["plan": "pro"])
    share.superProperties.register(["plan": "pro"])
    share.track("First")
    scene.clock.advance(bySeconds: 1)
    share.track("Second")
    while await !app.flush().isComplete {}
    for name in ["First", "Second"] {
      #expect(scene.events().named(name).first?.properties == ["plan": "pro"])
    }
    await share.close()
    await app.close()
  }

  @Test("an extension's events belong to the app's session, and neither begin nor prolong one")
  func session() async {
    let first = scene.start(.share)
    first.track("Without")
    #expect(first.sessionID == nil)
    let app = scene.start(.app)
    app.track("Opened")
    let session = app.sessionID
    #expect(session != nil)
    scene.clock.advance(bySeconds: 1)
    first.track("During")
    #expect(first.sessionID == session)
    await app.close(flushingForSeconds: 0)
    // The session ends while only the extension records.
    for _ in 1...40 {
      scene.clock.advance(bySeconds: 60)
      first.track("After")
    }
    #expect(first.sessionID == nil)
    await first.close()
    let again = scene.start(.app)
    while await !again.flush().isComplete {}
    let events = scene.events()
    #expect(events.named("Without").first?.session == nil)
    #expect(events.named("During").first?.session == events.named("Opened").first?.session)
    #expect(events.named("After").last?.session == nil)
    #expect(events.named("Session Started").count == 1)
    await again.close()
  }

  @Test("a denial in the app stops the extension within a second, and erases its events")
  func denied() async {
    let (app, share) = (scene.start(.app), scene.start(.share))
    share.track("Needle")
    app.setConsent(.denied)
    scene.clock.advance(bySeconds: 1)
    #expect(share.track("Refused") == nil)
    #expect(share.consent == .denied)
    app.setConsent(.granted)
    scene.clock.advance(bySeconds: 1)
    share.track("Permitted")
    for _ in 1...3 where await !app.flush().isComplete { scene.clock.advance(bySeconds: 5) }
    #expect(scene.names("Needle") == [])
    #expect(scene.names("Permitted") == ["Permitted"])
    #expect(app.ledger().balances)
    await share.close()
    await app.close()
  }
}
