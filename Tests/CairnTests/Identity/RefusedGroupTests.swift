import Cairn
import CairnTesting
import Dispatch
import Testing

/// A call of `group` changes the groups with its event, or not at all.
@Suite struct RefusedGroupTests {
  let scene = ContextFixture()
  let owner = Owner()

  /// The instance, for the closures of its own configuration.
  final class Owner: Sendable {
    let analytics = Locked<Analytics?>(nil)
  }

  func start(_ change: (inout Configuration) -> Void = { _ in }) -> Analytics {
    let analytics = scene.startWithoutContext(change)
    owner.analytics.withLock { $0 = analytics }
    return analytics
  }

  /// Starts an instance that calls `act` while a `group` with traits is recorded, and drops those
  /// with the trait `drop`.
  func starting(during act: @escaping @Sendable (Analytics) -> Void) -> Analytics {
    start {
      $0.beforeRecord = { [owner] event in
        guard event.kind == .group, !event.properties.isEmpty else { return event }
        if let analytics = owner.analytics.withLock({ $0 }) { act(analytics) }
        return event.properties["drop"] == nil ? event : nil
      }
    }
  }

  func close(_ analytics: Analytics) async {
    owner.analytics.withLock { $0 = nil }
    await analytics.close()
  }

  /// The groups in the context of the last event of this name.
  func groups(of analytics: Analytics, in name: String) async -> Value? {
    await scene.delivered(by: analytics).named(name).last?.context["groups"]
  }

  @Test("no other event, and no reader, sees the group of a call that is refused")
  func unseen() async {
    let seen = Locked<[[String: String]]>([])
    let analytics = starting { analytics in
      analytics.track("Meanwhile")
      seen.withLock { $0.append(analytics.groups) }
    }
    analytics.group("acme", type: "company")
    #expect(analytics.group("globex", type: "company", traits: ["drop": true]) == nil)
    #expect(seen.withLock { $0 } == [["company": "acme"]])
    #expect(await groups(of: analytics, in: "Meanwhile") == ["company": "acme"])
    await close(analytics)
  }

  @Test("a session that a group call begins is recorded before the group")
  func session() async {
    let analytics = start { $0.sessionTimeout = 1_800 }
    analytics.group("acme", type: "company")
    let events = await scene.delivered(by: analytics)
    #expect(events.names.first == "Session Started")
    #expect(events.map { $0.context["groups"] } == [nil, ["company": "acme"]])
    await close(analytics)
  }

  @Test(
    "a group from before a reset or an erasure is not restored by a refused call",
    arguments: ["", "acme", "globex"], [false, true])
  func gone(id: String, erases: Bool) async {
    let analytics = starting { analytics in
      if erases {
        analytics.setConsent(.denied)
        analytics.setConsent(.granted)
      } else {
        analytics.reset()
      }
    }
    analytics.group("acme", type: "company")
    #expect(analytics.group(id, type: "company", traits: ["drop": true]) == nil)
    #expect(analytics.groups == [:])
    if erases { #expect(analytics.group("globex", traits: ["a": 1]) == nil) }
    #expect(analytics.groups == [:])
    await close(analytics)
    let later = start()
    #expect(later.groups == [:])
    await close(later)
  }

  @Test("a group call whose user is reset meanwhile sets the group of the new user")
  func reset() async {
    let resets = Locked(1)
    let analytics = starting { analytics in
      let isFirst = resets.withLock { rest in
        defer { rest = 0 }
        return rest > 0
      }
      if isFirst { analytics.reset() }
    }
    analytics.group("ios", type: "team")
    analytics.group("acme", type: "company", traits: ["plan": "pro"])
    #expect(analytics.groups == ["company": "acme"])
    let last = await scene.delivered(by: analytics).last
    #expect(last?.context["groups"] == ["company": "acme"])
    let fields = scene.server.events.last?.fields
    #expect(fields?["anonymousId"] as? String == analytics.anonymousID)
    await close(analytics)
  }

  @Test("a group call after close sets no group, now or at the next launch")
  func closed() async {
    let analytics = start()
    analytics.group("acme", type: "company")
    await close(analytics)
    #expect(analytics.group("globex", type: "company") == nil)
    #expect(analytics.groups == ["company": "acme"])
    let later = start()
    #expect(later.groups == ["company": "acme"])
    await close(later)
  }

  @Test("refused calls of many threads leave the group that was set, and set none")
  func threads() async {
    let analytics = starting { _ in }
    analytics.group("acme", type: "company")
    DispatchQueue.concurrentPerform(iterations: 2_000) { number in
      analytics.group(
        "refused", type: number.isMultiple(of: 2) ? "company" : "team", traits: ["drop": 1])
      if number.isMultiple(of: 50) { analytics.track("Between") }
    }
    #expect(analytics.groups == ["company": "acme"])
    #expect(await groups(of: analytics, in: "Between") == ["company": "acme"])
    await close(analytics)
  }

  @Test("the group that is kept is the one of the last event, also after calls of many threads")
  func order() async {
    let analytics = start()
    DispatchQueue.concurrentPerform(iterations: 400) { number in
      analytics.group("\(number)", type: "company")
    }
    let contexts = await scene.delivered(by: analytics).map { $0.context["groups"] }
    let ids = scene.server.events.map { $0.fields?["groupId"] as? String ?? "" }
    #expect(contexts == ids.map { ["company": .string($0)] })
    #expect(ids.last == analytics.groups["company"])
    await close(analytics)
  }

  @Test("a group that beforeRecord or a rule renames is kept under the recorded name")
  func renamed() async {
    let analytics = start {
      $0.beforeRecord = { event in
        var event = event
        if event.kind == .group { event.name = "#\(event.name)" }
        return event
      }
      $0.redaction = [.custom { if $0.kind == .group { $0.name += "!" } }]
    }
    analytics.group("acme", type: "company")
    #expect(analytics.groups == ["company": "#acme!"])
    let event = await scene.delivered(by: analytics).last
    #expect(event?.context["groups"] == ["company": "#acme!"])
    #expect(scene.server.events.last?.fields?["groupId"] as? String == "#acme!")
    #expect(scene.server.events.allSatisfy { !$0.text.contains(#""acme""#) })
    await close(analytics)
  }
}
