import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct StandardContextTests {
  let scene = ContextFixture()

  func start(_ fields: ContextFields = .all, on files: (any FileSystem)? = nil) -> Analytics {
    scene.start(on: files) {
      $0.sessionTimeout = nil
      $0.context = fields
    }
  }

  static let named: [(ContextFields, String)] = [
    (.device, "device"), (.os, "os"), (.locale, "locale"), (.timezone, "timezone"),
    (.network, "network"), (.library, "library"),
  ]

  @Test("each part can be enabled alone", arguments: named)
  func parts(field: ContextFields, name: String) async {
    let analytics = start(field)
    analytics.engine?.handle(.network(.cellular))
    await analytics.engine?.context.settle()
    analytics.track("One")
    let context = await scene.delivered(by: analytics).first?.context ?? [:]
    #expect(Set(context.keys) == [name, "launch"])
    await analytics.close()
  }

  @Test(
    "the configured environment is in the context of each event, without the other parts too",
    arguments: [
      (nil, nil), ("", nil), ("staging", "staging"),
      (String(repeating: "é", count: 101), String(repeating: "é", count: 100)),
    ] as [(String?, String?)])
  func environment(configured: String?, expected: String?) async {
    let analytics = scene.start {
      $0.sessionTimeout = nil
      $0.context = []
      $0.environment = configured
    }
    analytics.track("One")
    analytics.identify("ann")
    let events = await scene.delivered(by: analytics)
    let value = expected.map(Value.string)
    #expect(events.map { $0.context["environment"] } == [value, value])
    await analytics.close()
    // Events of an earlier launch keep theirs.
    let later = scene.start { $0.environment = "production" }
    later.track("Two")
    let last = await scene.delivered(by: later).last
    #expect(last?.context["environment"] == "production")
    await later.close()
  }

  @Test("the network is the last one that the system reported")
  func network() async {
    let analytics = start()
    analytics.track("One")
    for (kind, seconds) in [(NetworkKind.wifi, 0.0), (.cellular, 30)] {
      scene.clock.advance(bySeconds: seconds)
      analytics.engine?.handle(.network(kind))
      await analytics.engine?.context.settle()
      analytics.track("Next")
    }
    #expect(
      await scene.delivered(by: analytics).map { $0.context["network"] } == [
        nil, ["wifi": true, "cellular": false], ["wifi": false, "cellular": true],
      ])
    await analytics.close()
  }

  @Test("an unstable network begins one segment in half a minute, with its last state")
  func flapping() async throws {
    let analytics = start()
    let engine = try #require(analytics.engine)
    analytics.track("Event")
    for round in 0..<50 {
      engine.handle(.network(round.isMultiple(of: 2) ? .wifi : .cellular))
      if round == 0 { await engine.context.settle() }
      analytics.track("Event")
    }
    await scene.clock.waitForSleeper(forSeconds: 29...31)
    #expect(engine.journal.segments().count == 2)
    scene.clock.advance(bySeconds: 30)
    await engine.context.settle()
    analytics.track("Event")
    #expect(engine.journal.segments().count == 3)
    #expect(
      await scene.delivered(by: analytics).last?.context["network"] == [
        "wifi": false, "cellular": true,
      ])
    await analytics.close()
  }

  @Test("an unchanged value begins no segment")
  func same() async throws {
    let analytics = start()
    let engine = try #require(analytics.engine)
    analytics.track("One")
    for _ in 0..<3 {
      engine.handle(.foreground)
      await engine.context.settle()
      analytics.track("Next")
    }
    #expect(engine.journal.segments().count == 1)
    await analytics.close()
  }

  @Test("on Linux the device is described by the firmware")
  func firmware() throws {
    let files = InMemoryFileSystem()
    try files.makeDirectory("/sys/class/dmi/id")
    for (name, text) in [
      ("sys_vendor", "LENOVO\n"), ("product_name", "21CB\n"), ("chassis_type", "10\n"),
    ] {
      try OpenFile("/sys/class/dmi/id/\(name)", .create, in: files).write(Array(text.utf8), at: 0)
    }
    #expect(
      Device.current(files) == Device(manufacturer: "LENOVO", model: "21CB", type: "desktop"))
    #expect(Device.current(InMemoryFileSystem()) == Device(type: "server"))
    #expect(Device.type(ofChassis: 23) == "server")
  }

  @Test(
    "a device of Apple's has its own type, also when an app for iOS runs on a Mac",
    arguments: [
      ("iPhone17,1", "iOS", false, "phone"), ("iPad16,3", "iOS", false, "tablet"),
      ("Mac16,1", "iOS", true, "desktop"), ("MacBookPro18,3", "macOS", false, "desktop"),
      ("AppleTV14,1", "tvOS", false, "tv"), ("Watch7,1", "watchOS", false, "watch"),
      ("RealityDevice14,1", "visionOS", false, "headset"), ("", "iOS", false, "phone"),
    ])
  func appleDevice(model: String, system: String, isOnMac: Bool, type: String) {
    #expect(Device.appleType(ofModel: model, runs: system, isOnMac: isOnMac) == type)
  }

  @Test(
    "on Linux the language is that of the environment",
    arguments: [
      ([:], "en-001"), (["LANG": "C.UTF-8"], "en-001"), (["LANG": "de_DE.UTF-8"], "de-DE"),
      (["LANG": "de_DE", "LC_ALL": "fr_FR@euro"], "fr-FR"),
      (["LC_ALL": "", "LC_MESSAGES": "pt_BR"], "pt-BR"),
    ])
  func language(environment: [String: String], tag: String) {
    #expect(SystemInfo.locale(of: environment) == tag)
  }

  @Test("track() writes no part of the context, whatever it contains")
  func onceASegment() async throws {
    let analytics = scene.start()
    for _ in 0..<100 { analytics.track("Event") }
    #expect(await scene.delivered(by: analytics).named("Event").count == 100)
    for event in scene.server.events.dropFirst() { #expect(!event.text.contains("context")) }
    await analytics.close()
  }
}
