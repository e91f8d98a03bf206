import Cairn
import CairnTesting
import Testing

/// The groups of the user, which stay on later events.
@Suite struct GroupTests {
  let scene = ContextFixture()

  func start(_ change: (inout Configuration) -> Void = { _ in }) -> Analytics {
    scene.startWithoutContext(change)
  }

  func contexts(of analytics: Analytics) async -> [[String: Value]] {
    await scene.delivered(by: analytics).map { $0.context.filter { $0.key != "launch" } }
  }

  @Test("a group is in the context of its own event and of all later ones, by its type")
  func sticky() async {
    let analytics = start()
    analytics.track("Before")
    analytics.group("acme", type: "company", traits: ["plan": "pro"])
    analytics.group("ios", type: "team")
    analytics.group("42")
    analytics.track("After")
    analytics.screen("Home")
    analytics.identify("ann")
    #expect(analytics.groups == ["company": "acme", "team": "ios", "": "42"])
    let typed: Value = ["company": "acme", "team": "ios"]
    let all: [String: Value] = ["groups": typed, "groupId": "42"]
    let contexts = await contexts(of: analytics)
    #expect(
      contexts == [
        [:], ["groups": ["company": "acme"], "groupType": "company"],
        ["groups": typed, "groupType": "team"], all, all, all, all,
      ])
    let fields = scene.server.events[1].fields
    #expect(fields?["groupId"] as? String == "acme")
    #expect(fields?["traits"] as? [String: String] == ["plan": "pro"])
    await analytics.close()
  }

  @Test("groups are restored after a relaunch, until the user leaves them or is reset")
  func relaunch() async {
    let first = start()
    first.group("acme", type: "company")
    first.group("globex", type: "company")
    first.group("ios", type: "team")
    await first.close()
    let second = start()
    #expect(second.groups == ["company": "globex", "team": "ios"])
    second.leaveGroup(type: "company")
    second.leaveGroup(type: "nothing")
    second.leaveGroup()
    #expect(second.groups == ["team": "ios"])
    await second.close()
    let third = start()
    #expect(third.groups == ["team": "ios"])
    third.reset()
    #expect(third.groups == [:])
    third.track("One")
    #expect(await contexts(of: third).last == [:])
    await third.close()
    let fourth = start()
    #expect(fourth.groups == [:])
    await fourth.close()
  }

  @Test("an event that is refused because of its content leaves the groups unchanged")
  func refused() async {
    let analytics = start {
      $0.beforeRecord = { $0.properties["drop"] == nil ? $0 : nil }
    }
    analytics.group("acme", type: "company")
    #expect(analytics.group("", type: "company") == nil)
    #expect(analytics.group(String(repeating: "x", count: 2_000), type: "company") == nil)
    #expect(analytics.group("a", type: String(repeating: "x", count: 2_000)) == nil)
    let long = Value.string(String(repeating: "x", count: 100_000))
    #expect(analytics.group("other", type: "company", traits: ["long": long]) == nil)
    #expect(analytics.group("other", type: "company", traits: ["drop": true]) == nil)
    #expect(analytics.group("other", traits: ["drop": true]) == nil)
    #expect(analytics.groups == ["company": "acme"])
    // An empty type is none.
    analytics.group("42", type: "")
    #expect(analytics.groups == ["company": "acme", "": "42"])
    await analytics.close()
  }

  @Test("super properties and groups do not affect each other")
  func superProperties() async {
    let first = start()
    first.group("acme", type: "company")
    first.superProperties.register(["plan": "pro", "groups": 1, "cairn.groups": "mine"])
    #expect(first.superProperties.current == ["plan": "pro", "groups": 1])
    await first.close()
    let second = start()
    #expect(second.groups == ["company": "acme"])
    #expect(second.superProperties.current == ["plan": "pro", "groups": 1])
    second.superProperties.removeAll()
    #expect(second.groups == ["company": "acme"])
    second.superProperties.register(["a": 1])
    second.leaveGroup(type: "company")
    #expect(second.superProperties.current == ["a": 1])
    await second.close()
  }

  @Test("an event's own context takes precedence, and a test sees what was written")
  func own() async {
    let seen = Locked<[[String: Value]]>([])
    let analytics = start {
      $0.enrichers = [Renamer()]
      $0.seams.eventObserver = { event in seen.withLock { $0.append(event.context) } }
    }
    analytics.group("acme", type: "company")
    analytics.track("Own")
    analytics.track("Other")
    let contexts = await contexts(of: analytics)
    #expect(contexts[1] == ["groups": "own"])
    #expect(contexts[2] == ["groups": ["company": "acme"]])
    #expect(seen.withLock { $0 } == contexts)
    await analytics.close()
  }

  struct Renamer: Enricher {
    func enrich(_ event: inout Event) {
      if event.name == "Own" { event.context["groups"] = "own" }
    }
  }

  @Test("rules for the type, for groupId and for a pattern apply once, also to stored groups")
  func redacted() async {
    let before = start()
    before.group("acme", type: "company")
    before.group("a@b.de", type: "team")
    before.group("42")
    await before.close()
    let rules: [RedactionRule] = [
      .keys("company", action: .transform { $0 + "!" }), .keys("groupId", action: .remove),
      .pattern(.email, action: .replace(with: "E")),
    ]
    for _ in 1...2 {
      let after = start { $0.redaction = rules }
      #expect(after.groups == ["company": "acme!"])
      await after.close()
    }
    let last = start { $0.redaction = rules }
    last.group("globex", type: "company")
    #expect(last.groups == ["company": "globex!"])
    #expect(await contexts(of: last).last?["groups"] == ["company": "globex!"])
    await last.close()
    let removing = start { $0.redaction = [.keys("company", action: .remove)] }
    #expect(removing.groups == [:])
    await removing.close()
  }

  @Test(
    "a rule for the type or for groups applies to the group's own event too",
    arguments: ["company", "Company", "groups", "groupId"])
  func redactedEvent(key: String) async {
    for action in [RedactionAction.remove, .replace(with: "x"), .transform { "#\($0)" }] {
      let scene = ContextFixture()
      let analytics = scene.start { $0.redaction = [.keys(key, action: action)] }
      analytics.group("acme", type: "company")
      analytics.track("After")
      _ = await scene.delivered(by: analytics)
      for event in scene.server.events { #expect(!event.text.contains(#""acme""#)) }
      await analytics.close()
    }
  }

  @Test("stored groups are transformed once, at whichever write a kill interrupts that")
  func redactedOnce() async {
    let rules = [RedactionRule.pattern(.email, action: .transform { "#\($0.prefix(1))@b.de" })]
    let before = start()
    for type in ["", "company", "team"] { before.group("acme@b.de", type: type) }
    await before.close()
    let images = Locked<[InMemoryFileSystem]>([])
    let files = FaultyFileSystem(scene.storage.files) { [scene] call in
      if call.name == "write" {
        images.withLock { $0.append(InMemoryFileSystem(copying: scene.storage.memory)) }
      }
      return .none
    }
    let once = ["": "#a@b.de", "company": "#a@b.de", "team": "#a@b.de"]
    let during = scene.start(on: files) { $0.redaction = rules }
    #expect(during.groups == once)
    await during.close()
    #expect(images.withLock { $0.count } >= 2)
    for image in images.withLock({ $0 }) {
      let relaunched = scene.killed(leaving: image).start { $0.redaction = rules }
      #expect(relaunched.groups == once)
      await relaunched.close(flushingForSeconds: 0)
    }
  }

  @Test("leaving a group without rules does not redact the other groups twice")
  func leftWithoutRules() async {
    let rules = [RedactionRule.keys("company", action: .transform { "\($0)!" })]
    let first = start { $0.redaction = rules }
    first.group("acme", type: "company")
    first.group("ios", type: "team")
    await first.close()
    let second = start()
    second.leaveGroup(type: "team")
    await second.close()
    let third = start { $0.redaction = rules }
    #expect(third.groups == ["company": "acme!"])
    await third.close()
  }

  @Test(
    "each group is transformed once, whether it was set with the rules or without them",
    arguments: [false, true])
  func redactedEach(isLast: Bool) async {
    let rules = ["company", "team", "groupId"].map { key in
      RedactionRule.keys(key, action: .transform { "\($0)!" })
    }
    let with = { (configuration: inout Configuration) in configuration.redaction = rules }
    let before = start(with)
    before.group("acme", type: "company")
    await before.close()
    // A version of the app without the rules, or a process of its group.
    let without = start()
    without.group("ios", type: "team")
    if isLast { without.group("42") }
    #expect(without.groups["company"] == "acme!")
    await without.close()
    for _ in 1...3 {
      let after = start(with)
      if !isLast { after.group("42") }
      #expect(after.groups == ["company": "acme!", "team": "ios!", "": "42!"])
      await after.close()
    }
  }

  @Test("a group that another process sets beside rules is redacted at the next launch, once")
  func redactedBeside() async {
    let rules = ["company", "team"].map { key in
      RedactionRule.keys(key, action: .transform { "\($0)!" })
    }
    let scene = GroupFixture()
    let app = scene.start(.app) { $0.redaction = rules }
    let share = scene.start(.share)
    share.group("ios", type: "team")
    app.group("acme", type: "company")
    await app.close()
    await share.close()
    for _ in 1...2 {
      let later = scene.start(.app) { $0.redaction = rules }
      #expect(later.groups == ["company": "acme!", "team": "ios!"])
      await later.close()
    }
  }

  @Test(
    "a group that does not fit beside the super properties is refused, and the earlier one stays",
    arguments: ["company", "team", nil])
  func tooLarge(type: String?) async {
    let analytics = start { $0.maximumEventBytes = 2_048 }
    analytics.superProperties.register(["text": .string(String(repeating: "x", count: 700))])
    analytics.group("acme", type: "company")
    let long = String(repeating: "g", count: 400)
    #expect(analytics.group(long, type: type) == nil)
    #expect(analytics.groups == ["company": "acme"])
    #expect(analytics.ledger().refused == [.tooLarge: 1])
    #expect(scene.said.withLock { $0 }.contains("event.tooLarge"))
    analytics.track("After")
    let context = await contexts(of: analytics).last
    #expect(context == ["groups": ["company": "acme"]])
    #expect(scene.server.events.allSatisfy { !$0.text.contains("ggg") })
    // With room, it is set.
    analytics.superProperties.removeAll()
    #expect(analytics.group(long, type: type) != nil)
    #expect(analytics.groups[type ?? ""] == long)
    await analytics.close()
  }

  @Test("without consent no group is set, and an erasure removes the groups")
  func consent() async throws {
    let analytics = start()
    analytics.group("acme", type: "company")
    analytics.setConsent(.denied)
    #expect(analytics.group("globex", type: "company") == nil)
    #expect(analytics.groups["company"] != "globex")
    analytics.setConsent(.granted)
    try await analytics.erase()
    #expect(analytics.groups == [:])
    await analytics.close()
  }

  @Test("calls that wait for the opening set the group in their order")
  func background() async {
    let analytics = start { $0.opensInBackground = true }
    analytics.track("Before")
    analytics.group("acme", type: "company")
    analytics.track("After")
    let contexts = await contexts(of: analytics)
    #expect(contexts.map { $0["groups"] } == [nil, ["company": "acme"], ["company": "acme"]])
    await analytics.close()
  }
}
