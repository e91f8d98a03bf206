import Cairn
import CairnTesting
import Foundation
import Testing

/// The effect of remote settings on an app.
@Suite struct RemoteSettingsTests {
  static let off = RemoteFixture.settings(#"{"enabled":false}"#, tag: "\"1\"")
  static let day = 86_400.0

  @Test(
    "a kill switch stops recording, is counted, and earlier events are delivered nevertheless"
  )
  func killSwitch() async throws {
    let scene = RemoteFixture(.status(404), Self.off)
    let analytics = await scene.start()
    analytics.track("Before")
    await scene.pass(seconds: 300)
    #expect(analytics.track("During") == nil)
    #expect(analytics.identify("one") == nil)
    #expect(analytics.userID == "one")
    await #expect(throws: AnalyticsError.self) { try await analytics.record("During") }
    await analytics.flush()
    #expect(scene.server.events.compactMap { $0.fields?["event"] as? String } == ["Before"])
    #expect(scene.refused(analytics) == [.switchedOff: 3])
    #expect(scene.lines == ["settings.unavailable", "settings.changed"])
    await analytics.close()
  }

  @Test("thousands of invalid values are logged in ten lines, and one line with their number")
  func issues() async {
    let rates = (0..<2_500).map { "\"e\($0)\":2" }.joined(separator: ",")
    let scene = RemoteFixture(RemoteFixture.settings(#"{"flushAt":7,"sampling":{\#(rates)}}"#))
    let analytics = await scene.start()
    #expect(scene.lines == Array(repeating: "settings.value", count: 11) + ["settings.changed"])
    await analytics.close()
  }

  @Test("a kill switch ends a day after it was fetched, if nothing can be fetched any more")
  func ends() async {
    let scene = RemoteFixture(Self.off)
    let analytics = await scene.start()
    await scene.pass(seconds: Self.day - 300)
    #expect(analytics.track("Last second of the day") == nil)
    await scene.pass(seconds: 300)
    #expect(analytics.track("After a day") != nil)
    #expect(scene.lines == ["settings.changed", "settings.unavailable", "settings.expired"])
    await analytics.close()
  }

  @Test("a kill switch ends without a wake-up, and earlier if it has its own validity")
  func endsAlone() async {
    let scene = RemoteFixture(RemoteFixture.settings(#"{"enabled":false,"validFor":100}"#))
    let analytics = await scene.start()
    scene.clock.setWall(millisecondsSince1970: 0)
    scene.clock.advance(bySeconds: 99)
    #expect(analytics.track("Early") == nil)
    scene.clock.advance(bySeconds: 1)
    #expect(analytics.track("Late") != nil)
    await analytics.close()
  }

  @Test("a kill switch lasts as long as it is confirmed, with the tag of the last answer")
  func confirmed() async {
    let scene = RemoteFixture(Self.off, otherwise: .status(304))
    let analytics = await scene.start()
    await scene.pass(seconds: 2 * Self.day)
    #expect(analytics.track("Two days later") == nil)
    let tags = scene.network.requests.map { request in
      request.headers.first { $0.name == "If-None-Match" }?.value
    }
    #expect(tags.count == 49)
    #expect(tags.first == .some(nil))
    #expect(Set(tags.dropFirst()) == ["\"1\""])
    await analytics.close()
  }

  @Test(
    "the next launch begins with the last settings, also without a network, and their day continues"
  )
  func nextLaunch() async {
    let scene = RemoteFixture(Self.off)
    await scene.start().close()
    scene.clock.advance(bySeconds: 80_000)
    let second = await scene.start()
    #expect(second.track("In the next launch") == nil)
    await scene.pass(seconds: Self.day - 80_000)
    #expect(second.track("After the day") != nil)
    await second.close()
    #expect(await scene.start().track("In the launch after that") != nil)
  }

  @Test(
    "a launch soon after does not fetch again, and one with another address uses no stored settings"
  )
  func fresh() async {
    let scene = RemoteFixture(Self.off)
    await scene.start().close()
    scene.clock.advance(bySeconds: 60)
    let second = await scene.start()
    #expect(second.track("In the next launch") == nil)
    #expect(scene.network.requests.count == 1)
    await second.close()
    let third = await scene.start {
      $0.remoteSettings?.url = URL(filePath: "/others")
    }
    #expect(third.track("Somewhere else") != nil)
    #expect(scene.network.requests.count == 2)
    await third.close()
  }

  static let bad: [RecordingTransport.Answer] = [
    .status(500, body: "{}"), .status(404), .status(403), .status(204), .status(301), .offline,
    .status(200, body: "<html>Sign in to this hotel</html>"), .status(200),
    .status(200, body: #"{"error":{"code":"internal"}}"#),
    .status(200, body: #"{"enabled":true,"#),
    .status(
      200, body: "{\"enabled\":true,\"x\":\"" + String(repeating: "a", count: 1_000_000) + "\"}"),
  ]

  @Test("an invalid answer changes nothing", arguments: bad.indices)
  func badAnswer(index: Int) async {
    let scene = RemoteFixture(
      RemoteFixture.settings(#"{"sampling":{"Seen":0}}"#, tag: "\"7\""), otherwise: Self.bad[index])
    let analytics = await scene.start()
    await scene.pass(seconds: 3_600)
    #expect(analytics.track("Seen") == nil)
    #expect(analytics.track("Heard") != nil)
    #expect(scene.lines == ["settings.changed", "settings.unavailable"])
    #expect(scene.network.requests.last?.headers.last?.value == "\"7\"")
    await analytics.close()
  }

  @Test(
    "a response without valid settings is no kill switch at the first start either",
    arguments: bad.indices)
  func badFirst(index: Int) async {
    let scene = RemoteFixture(otherwise: Self.bad[index])
    let analytics = await scene.start()
    #expect(analytics.track("Seen") != nil)
    await analytics.close()
  }

  @Test("304 without stored settings is unusable")
  func emptyHanded() async {
    let scene = RemoteFixture(otherwise: .status(304))
    let analytics = await scene.start()
    #expect(scene.lines == ["settings.unavailable"])
    await analytics.close()
  }

  @Test("a sample depends on event name and installation, and affects only track and screen")
  func sampling() async {
    let scene = RemoteFixture(RemoteFixture.settings(#"{"sampling":{"A":0,"B":1,"one":0}}"#))
    let analytics = await scene.start()
    #expect(analytics.track("A") == nil)
    #expect(analytics.screen("A") == nil)
    #expect(analytics.track("B") != nil)
    #expect(analytics.track("C") != nil)
    #expect(analytics.identify("one") != nil)
    #expect(scene.refused(analytics) == [.sampled: 2])
    await analytics.close()
  }

  @Test(
    "numbers reach the workers while they run, and the configuration's return when they expire"
  )
  func schedule() async {
    let scene = RemoteFixture(RemoteFixture.settings(#"{"flushAt":2,"validFor":1000}"#))
    let analytics = await scene.start()
    analytics.track("One")
    analytics.track("Two")
    #expect(await scene.server.events(atLeast: 2).count == 2)
    let late = RecordingDestination(name: "late")
    await analytics.addDestination(late, from: .now)
    analytics.track("Three")
    analytics.track("Four")
    #expect(await late.events(atLeast: 2).count == 2)
    #expect(await scene.server.events(atLeast: 4).count == 4)
    // The flush waits until the ledger has both.
    await analytics.flush()
    await scene.pass(seconds: 1_000)
    #expect(scene.lines.last == "settings.expired")
    for number in 1...5 { analytics.track("Number \(number)") }
    #expect(analytics.ledger().destinations.map(\.pending) == [5, 5])
    await analytics.close(flushingForSeconds: 0)
  }

  @Test(
    "settings are fetched in the foreground if they are old, and with a new network after a failure"
  )
  func signals() async throws {
    let scene = RemoteFixture(.offline, Self.off, otherwise: .status(304))
    let analytics = await scene.start()
    let engine = try #require(analytics.engine)
    let control = try #require(engine.remote)
    await control.refresh()
    #expect(scene.network.requests.count == 1)
    engine.handle(.online)
    #expect(await scene.network.requests(atLeast: 2).count == 2)
    await control.refresh(isOnline: true)
    await scene.until("settings.changed")
    #expect(scene.network.requests.count == 2)
    scene.clock.advance(bySeconds: 3_500)
    engine.handle(.foreground)
    await control.refresh()
    #expect(scene.network.requests.count == 2)
    await analytics.close()
  }

  @Test("a failing disk is logged, and the settings apply to this run")
  func unwritable() async {
    let scene = RemoteFixture(Self.off)
    scene.storage.problem = .locked
    let analytics = await scene.start()
    #expect(analytics.track("Seen") == nil)
    await analytics.close()
  }

  @Test(
    "a refresh interval out of range is clamped",
    arguments: [(0, 60), (1e9, 86_400), (.nan, 60)])
  func bounds(asked: Double, used: Double) {
    var configuration = Configuration(destinations: [])
    configuration.remoteSettings = RemoteSettings(url: URL(filePath: "/settings"))
    configuration.remoteSettings?.refreshInterval = asked
    let bounded = configuration.bounded(Diagnostics { _ in })
    #expect(bounded.remoteSettings?.refreshInterval == used)
  }
}
