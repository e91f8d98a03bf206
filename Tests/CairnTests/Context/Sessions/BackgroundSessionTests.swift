import Cairn
import CairnTesting
import Testing

import struct Foundation.URL

/// Sessions of an app that the system also launches in the background.
@Suite struct BackgroundSessionTests {
  let scene = ContextFixture()

  /// A host of a system that reports when the user sees the app.
  private struct PhoneHost: Cairn.Host {
    var reportsForeground: Bool { true }
    /// Whether the app is in the foreground when the instance is created on the main thread.
    var isInFront = false

    func start(_ handle: @escaping @Sendable (HostSignal) -> Void) {
      if isInFront { handle(.foreground) }
    }
    func stop() {}
    func time(for purpose: String, onExpiry: @escaping @Sendable () -> Void) -> BackgroundTime? {
      nil
    }
  }

  /// How the system runs the app in the background.
  enum Waking: CaseIterable { case sameProcess, launches }

  @Test(
    "an app that is woken in the background repeatedly does not prolong the session",
    arguments: Waking.allCases)
  func woken(_ waking: Waking) async {
    let host = ManualPhone()
    var analytics = start { $0.seams.host = host }
    host.say(.foreground)
    analytics.track("Tapped")
    let session = analytics.sessionID?.uuidString.lowercased()
    scene.clock.advance(bySeconds: 90)
    host.say(.background)
    // Every 20 minutes for a day.
    for _ in 1...72 {
      scene.clock.advance(bySeconds: 1_200)
      if waking == .launches {
        await analytics.close(flushingForSeconds: 0)
        analytics = start { $0.seams.host = host }
      }
      analytics.track("Refreshed")
      analytics.screen("Widget")
    }
    #expect(analytics.sessionID == nil)
    host.say(.foreground)
    #expect(analytics.sessionID?.uuidString.lowercased() != session)
    let events = await scene.delivered(by: analytics)
    let sessions = events.named("Refreshed").map(\.session)
    #expect(sessions == [session] + Array(repeating: nil, count: 71))
    let ended = events.named("Session Ended")
    #expect(ended.map { $0.properties["duration"] } == [90.0])
    #expect(events.named("Session Started").count == 2)
    await analytics.close()
  }

  @Test("a user that returns before the timeout continues the session")
  func returned() async {
    let host = ManualPhone()
    let analytics = start { $0.seams.host = host }
    host.say(.foreground)
    let session = analytics.sessionID
    for _ in 1...3 {
      host.say(.background)
      scene.clock.advance(bySeconds: 900)
      analytics.track("Refreshed")
      scene.clock.advance(bySeconds: 899)
      host.say(.foreground)
      #expect(analytics.sessionID == session)
    }
    host.say(.background)
    scene.clock.advance(bySeconds: 1_799)
    analytics.track("Refreshed")
    scene.clock.advance(bySeconds: 1)
    host.say(.foreground)
    #expect(analytics.sessionID != session)
    let ended = await scene.delivered(by: analytics).named("Session Ended")
    #expect(ended.map { $0.properties["duration"] } == [5_397.0])
    await analytics.close()
  }

  @Test("events after a reported background, as on Android, do not prolong the session")
  func reported() async {
    let analytics = scene.start()
    analytics.appDidEnterForeground()
    #expect(analytics.sessionID != nil)
    analytics.appDidEnterBackground()
    for _ in 1...4 {
      scene.clock.advance(bySeconds: 1_200)
      analytics.track("Refreshed")
    }
    #expect(analytics.sessionID == nil)
    analytics.appDidEnterForeground()
    #expect(analytics.sessionID != nil)
    let events = await scene.delivered(by: analytics)
    #expect(events.named("Session Started").count == 2)
    #expect(events.named("Session Ended").map { $0.properties["duration"] } == [0.0])
    await analytics.close()
  }

  /// A host whose signals the test sends, as the platform's notifications do.
  private final class ManualPhone: Cairn.Host {
    private let handle = Locked<ClosureBox<@Sendable (HostSignal) -> Void>?>(nil)

    var reportsForeground: Bool { true }

    func start(_ handle: @escaping @Sendable (HostSignal) -> Void) {
      self.handle.withLock { $0 = ClosureBox(handle) }
    }
    func stop() {}
    func time(for purpose: String, onExpiry: @escaping @Sendable () -> Void) -> BackgroundTime? {
      nil
    }
    func say(_ signal: HostSignal) { handle.withLock { $0 }?.call(signal) }
  }

  private func start(_ change: (inout Configuration) -> Void = { _ in }) -> Analytics {
    scene.start {
      $0.seams.host = PhoneHost()
      change(&$0)
    }
  }

  @Test("events of a launch in the background begin no session, and belong to none")
  func launch() async {
    let analytics = start()
    analytics.track("Refreshed")
    scene.clock.advance(bySeconds: 3_600)
    analytics.track("Refreshed Again")
    #expect(analytics.sessionID == nil)
    let events = await scene.delivered(by: analytics)
    #expect(events.names == ["Refreshed", "Refreshed Again"])
    #expect(events.map(\.session) == [nil, nil])
    #expect(events.allSatisfy { $0.context["session"] == nil })
    await analytics.close()
  }

  @Test("the session begins in the foreground, and later events belong to it")
  func opened() async {
    let analytics = start()
    analytics.track("Refreshed")
    analytics.engine?.handle(.foreground)
    analytics.track("Tapped")
    let session = analytics.sessionID?.uuidString.lowercased()
    let events = await scene.delivered(by: analytics)
    #expect(events.names == ["Refreshed", "Session Started", "Tapped"])
    #expect(events.map(\.session) == [nil, session, session])
    #expect(session != nil)
    #expect(events[1].properties["session_number"] == 1)
    await analytics.close()
  }

  @Test(
    "an instance that is notified of the foreground during its creation begins the session",
    arguments: [false, true])
  func inFront(opensInBackground: Bool) async {
    let analytics = start {
      $0.seams.host = PhoneHost(isInFront: true)
      $0.opensInBackground = opensInBackground
      $0.lifecycleEvents = .opened
    }
    analytics.track("Tapped")
    let events = await scene.delivered(by: analytics)
    #expect(Set(events.names) == ["Session Started", "Application Opened", "Tapped"])
    #expect(events.names.first == "Session Started")
    #expect(Set(events.map(\.session)).count == 1)
    await analytics.close()
  }

  @Test("in the background a session continues until its timeout, and no other one begins")
  func background() async {
    let analytics = start()
    analytics.engine?.handle(.foreground)
    let first = analytics.sessionID?.uuidString.lowercased()
    analytics.engine?.handle(.background)
    scene.clock.advance(bySeconds: 60)
    analytics.track("Saved")
    scene.clock.advance(bySeconds: 1_800)
    analytics.track("Refreshed")
    scene.clock.advance(bySeconds: 1_800)
    analytics.track("Refreshed")
    #expect(analytics.sessionID == nil)
    analytics.engine?.handle(.foreground)
    let second = analytics.sessionID?.uuidString.lowercased()
    let events = await scene.delivered(by: analytics)
    #expect(
      events.names == [
        "Session Started", "Saved", "Session Ended", "Refreshed", "Refreshed", "Session Started",
      ])
    #expect(events.map(\.session) == [first, first, first, nil, nil, second])
    #expect(events[2].properties["duration"] == 0.0)
    #expect(events[5].properties["session_number"] == 2)
    await analytics.close()
  }

  @Test("a session that has not timed out continues in the next launch, also in the background")
  func relaunch() async {
    let first = start()
    first.engine?.handle(.foreground)
    let session = first.sessionID?.uuidString.lowercased()
    await first.close()
    scene.clock.advance(bySeconds: 600)
    let second = start()
    second.track("Refreshed")
    let events = await scene.delivered(by: second)
    #expect(events.last?.name == "Refreshed")
    #expect(events.last?.session == session)
    await second.close()
  }

  @Test("a reset in the background ends the session and begins none")
  func reset() async {
    let analytics = start()
    analytics.engine?.handle(.foreground)
    analytics.engine?.handle(.background)
    analytics.reset()
    analytics.track("Refreshed")
    #expect(analytics.sessionID == nil)
    let events = await scene.delivered(by: analytics)
    #expect(events.names == ["Session Started", "Session Ended", "Refreshed"])
    #expect(events[2].session == nil)
    await analytics.close()
  }

  @Test("a foreground that was reported while recording was denied counts after the consent")
  func consent() async {
    let analytics = start { $0.defaultConsent = .denied }
    analytics.engine?.handle(.foreground)
    analytics.setConsent(.granted)
    analytics.track("Tapped")
    let events = await scene.delivered(by: analytics)
    #expect(events.names == ["Session Started", "Tapped"])
    await analytics.close()
  }

  @Test("a link that opens the app is in the session that it begins")
  func link() async throws {
    let analytics = start()
    _ = analytics.openURL(try #require(URL(string: "https://shop.example/a?utm_campaign=autumn")))
    let events = await scene.delivered(by: analytics)
    #expect(events.names.first == "Session Started")
    #expect(Set(events.map(\.session)).count == 1)
    #expect(events.first?.session != nil)
    await analytics.close()
  }
}
