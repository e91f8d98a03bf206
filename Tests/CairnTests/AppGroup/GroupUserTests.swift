import Cairn
import CairnTesting
import Testing

/// The processes of an app group have one user, one consent and one session.
@Suite struct GroupUserTests {
  let scene = GroupScene()

  @Test("the user of one process is that of the others within a second, in both directions")
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

  @Test("super properties of both are in the events of both, and neither removes the other's")
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
