import Cairn
import CairnContent
import CairnTesting
import Foundation
import Testing

/// Interactions together with other features: none of them divides or changes their counts.
@Suite struct InterplayTests {
  let clock = ManualClock()
  let storage = TestStorage()
  let server = RecordingDestination(name: "server")

  func launch(_ change: (inout Configuration) -> Void = { _ in }) -> ContentAnalytics {
    var settings = ContentConfiguration()
    // Only a flush delivers, however far the clock is advanced.
    settings.batchFlushInterval = 86_400_000
    var own = Configuration(destinations: [ContentEngagement(to: server, settings)])
    own.diagnostics = { _ in }
    change(&own)
    return ContentAnalytics(Analytics(own.testing(clock: clock, storage: storage)), settings)
  }

  var counted: [String] { server.events.compactMap(ContentFixture.text) }

  func properties(_ place: Int = 0) -> [String: Any] {
    server.events[place].fields?["properties"] as? [String: Any] ?? [:]
  }

  struct Meddler: Enricher {
    func enrich(_ event: inout Event) {
      event.name = "meddled"
      event.userID = "meddler"
      for name in ["key", "type", "location", "extras", "assets", "more"] {
        event.properties[name] = "meddled"
      }
      event.context["more"] = 1
    }
  }

  @Test("super properties, enrichers and sessions do not change the counts")
  func unchanged() async throws {
    let content = launch { $0.enrichers = [Meddler()] }
    content.analytics.superProperties.register([
      "key": "super", "type": "super", "location": "super", "extras": "super", "plan": "super",
    ])
    content.trackAssetView("A")
    content.trackAssetView("A")
    content.analytics.track("Other")
    clock.advance(bySeconds: 7_200)
    content.trackAssetView("A")
    await content.analytics.flush()
    #expect(counted == ["A 3 0"])
    #expect(
      Set(properties().keys) == ["asset", "views", "clicks", "firstInteraction", "lastInteraction"])
    #expect(server.events[0].fields?["userId"] == nil)
  }

  @Test("a user with the name of an event's field does not break the event")
  func names() async {
    let content = launch()
    content.analytics.identify(#"","event":"definition","#)
    content.trackAssetView("A", extras: ["event": "definition", "\"event\":\"definition\"": 1])
    await content.analytics.flush()
    #expect(counted == ["A 1 0"])
    #expect(server.events[0].fields?["userId"] as? String == #"","event":"definition","#)
  }

  @Test(
    "pattern rules apply to addresses, locations and extras; key rules apply to extras only"
  )
  func redacted() async throws {
    let content = launch {
      $0.redaction = [
        .keys("location", "key", "type", "secret"), .pattern(.email),
        .custom { event in event.properties["extras"] = event.properties["extras"] ?? ["seen": true]
        },
      ]
    }
    content.trackAssetView("https://x.test/a.jpg?user=bob@example.test", location: "home")
    content.trackAssetView("https://x.test/a.jpg?user=eve@example.test", location: "home")
    content.trackAssetView(
      "B", location: "for ann@example.test",
      extras: ["secret": 1, "n": "bob@example.test", "ok": 2])
    let id = content.registerExperience(
      assets: ["https://x.test/bob@example.test.jpg"], texts: ["Hello bob@example.test"])
    content.trackExperienceView(id, location: "home")
    await content.analytics.flush()
    #expect(counted.count == 3)
    #expect(
      counted[0] == "https://x.test/a.jpg?user=[redacted]@home 2 0"
        || counted[0].hasSuffix("@home 2 0"))
    #expect(counted[2] == "\(id)@home 1 0")
    let extras = try #require(properties(1)["extras"] as? [String: Any])
    #expect(extras["ok"] as? Int == 2)
    #expect(extras["secret"] as? Int == nil)
    #expect(properties(0)["extras"] != nil)
    #expect(!server.events.contains { $0.text.contains("@example") })
    #expect(storage.memory.paths(in: "/test", holding: "@example").isEmpty)
  }

  @Test(
    "an interaction is an activity: it begins a session, and one that was idle for too long ends")
  func sessions() async throws {
    let content = launch { $0.sessionTimeout = 1_800 }
    content.trackAssetView("A")
    let first = try #require(content.analytics.engine?.recorder.session)
    clock.advance(bySeconds: 1_000)
    content.trackAssetView("A")
    clock.advance(bySeconds: 1_000)
    content.trackAssetView("A")
    #expect(content.analytics.engine?.recorder.session?.id == first.id)
    clock.advance(bySeconds: 1_801)
    content.trackAssetView("A")
    #expect(content.analytics.engine?.recorder.session?.number == first.number + 1)
  }

  @Test("remote settings switch interactions off and on, and never sample them")
  func remote() async throws {
    let content = launch()
    let gate = RemoteSettingsGate()
    var rules = RemoteSettingsValues()
    rules.sampling = ["asset": 0, "experience": 0]
    gate.set(rules, until: .max)
    let journal = try #require(content.analytics.engine).journal
    let identity = IdentityStore(
      "/test/other", files: storage.files, randomness: SeededRandomness(seed: 8))
    var recording = Recorder.Rules()
    recording.gate = gate
    let recorder = Recorder(
      journal: journal, clock: clock, randomness: SeededRandomness(seed: 9),
      user: Recorder.User(identity), rules: recording, diagnostics: Diagnostics { _ in }
    ) { _, _ in }
    let properties = ContentInteraction.properties(.asset("A"), .view, nil, nil)
    #expect(recorder.record(.interaction, "asset", properties).receipt.isRecorded)
    #expect(recorder.record(.track, "asset", [:]).receipt == .refused(.sampled))
    rules.isEnabled = false
    gate.set(rules, until: .max)
    #expect(recorder.record(.interaction, "asset", properties).receipt == .refused(.switchedOff))
  }

  @Test("interactions use no sequence numbers: a receiver of other events sees no gap")
  func sequence() async {
    let plain = RecordingDestination(inFrontOf: TriggerTests.Plain())
    let content = launch { $0.destinations.append(plain) }
    for _ in 1...3 {
      content.analytics.track("Other")
      content.trackAssetView("A")
    }
    await content.analytics.flush()
    #expect(plain.events.map { $0.fields?["sequence"] as? Int } == [1, 2, 3])
  }
}
