import Cairn
import CairnExperiments
import CairnTesting
import Foundation
import Testing

/// The contents of a waiting conversion, and the time when it is recorded.
@Suite struct WaitingDetailTests {
  @Test("the super properties, segments and variations are those of the call")
  func moment() async {
    let old = ShopDocument(cart: ["c1": 100], goal: "other")
    let first = WaitingFixture(.document(old))
    await first.settle()
    let second = await first.relaunch(.offline)
    second.analytics.superProperties.register(["plan": "free"])
    second.context().setDefaultSegments([.country: "PT"])
    second.context().runExperience("cart-test")
    #expect(second.context().trackConversion("purchase").outcome == .waitsForDocument)
    second.analytics.superProperties.register(["plan": "pro", "team": "blue"])
    second.context().setDefaultSegments([.country: "ES"])
    let third = await second.relaunch(.document(tag: "2"))
    let event = third.scene.testing.events.first { $0.name == "Goal Completed" }
    #expect(event?.properties["segments"] == ["country": "PT"])
    #expect(event?.properties["bucketing"] == ["71001": "c1"])
    await third.analytics.flush()
    let sent = third.scene.testing.destination.batches.flatMap(\.events).compactMap {
      DecodedEvent($0)
    }.first { $0.name == "Goal Completed" }
    #expect(sent?.properties["plan"] == "free")
    #expect(sent?.properties["team"] == nil)
    await third.analytics.close()
  }

  @Test("the groups are those of the call", arguments: [false, true])
  func groups(leaves: Bool) async {
    let first = WaitingFixture(.offline)
    await first.settle()
    first.analytics.group("acme", type: "company")
    first.analytics.group("42")
    #expect(first.context().trackConversion("purchase").outcome == .waitsForDocument)
    if leaves {
      first.analytics.leaveGroup(type: "company")
      first.analytics.leaveGroup()
    }
    first.analytics.group("ios", type: "team")
    let second = await first.relaunch(.document())
    await second.analytics.flush()
    let sent = second.scene.testing.destination.batches.flatMap(\.events).compactMap {
      DecodedEvent($0)
    }.first { $0.name == "Goal Completed" }
    #expect(sent?.groups(untyped: "none") == ["company": "acme", "none": "42"])
    await second.analytics.close()
  }

  @Test("conversions with different rule data wait separately")
  func otherRules() async {
    let scene = WaitingFixture()
    await scene.settle()
    for plan in ["free", "pro", "pro"] as [Value] {
      scene.context().trackConversion("signup", ruleData: ["plan": plan])
    }
    #expect(scene.waiting == 2)
    let next = await scene.relaunch(.document())
    #expect(next.scene.reports == ["u1 9002"])
    await next.analytics.close()
  }

  @Test("while reports are disabled or a preview is active, conversions continue to wait")
  func held() async {
    let scene = WaitingFixture(.offline, .document())
    await scene.settle()
    scene.context("u1").trackConversion("purchase")
    scene.experiments.setTrackingEnabled(false)
    await scene.refresh()
    #expect(scene.scene.reports == [])
    scene.experiments.setPreview(experience: "cart-test", variation: "c1")
    scene.experiments.setTrackingEnabled(true)
    await scene.experiments.resolved()
    #expect(scene.scene.reports == [])
    #expect(scene.waiting == 1)
    scene.experiments.endPreview()
    await scene.experiments.resolved()
    #expect(scene.scene.reports == ["u1 9001"])
    await scene.analytics.close()
  }

  @Test("a clock that is set forward loses nothing while the goal is known")
  func clock() async {
    let scene = WaitingFixture(.offline, .document())
    await scene.settle()
    scene.context().trackConversion("purchase")
    scene.scene.testing.clock.setWall(
      millisecondsSince1970: scene.scene.testing.clock.now().wall.milliseconds + 400 * 86_400_000)
    await scene.refresh()
    #expect(scene.scene.reports == ["u1 9001"])
    await scene.analytics.close()
  }

  @Test("a conversion of one project is not reported to another")
  func project() async {
    let first = WaitingFixture()
    await first.settle()
    first.context().trackConversion("purchase")
    let other = WaitingFixture(.document(), on: await first.scene.testing.relaunch(), key: "other")
    await other.settle()
    #expect(other.scene.reports == [])
    #expect(other.waiting == 1)
    let third = WaitingFixture(.document(), on: await other.scene.testing.relaunch())
    await third.settle()
    #expect(third.scene.reports == ["u1 9001"])
    await third.analytics.close()
  }

  @Test(
    "a conversion that is recorded again, because its file was not removed, has the same key",
    arguments: [false, true])
  func again(isForced: Bool) async throws {
    let first = WaitingFixture()
    await first.settle()
    first.context().trackConversion(
      "purchase", data: [.amount: 5], forceMultipleTransactions: isForced)
    let path = try #require(try first.files().first)
    let memory = first.scene.testing.storage.memory
    let bytes = try OpenFile(path, .read, in: memory).read(1 << 20, at: 0)
    let second = await first.relaunch(.document())
    #expect(second.scene.reports == ["u1 9001", "u1 9001…"])
    try OpenFile(path, .create, in: memory).write(bytes, at: 0)
    let third = await second.relaunch(.document())
    #expect(third.scene.reports == (isForced ? ["u1 9001…"] : []))
    #expect(Set(third.scene.keys).isSubset(of: second.scene.keys))
    #expect(try third.files() == [])
    await third.analytics.close()
  }

  @Test("two purchases stay two when a redaction rule replaces their transactions")
  func replacedTransactions() async {
    var configuration = Configuration.quiet
    configuration.redaction = [.keys("transactionId")]
    let first = WaitingFixture(on: TestAnalytics(configuration))
    await first.settle()
    for id in ["T-1", "T-2"] as [Value] {
      first.context().trackConversion(
        "purchase", data: [.transactionID: id], forceMultipleTransactions: true)
    }
    let next = await first.relaunch(.document())
    #expect(next.scene.keys.count == 3)
    #expect(Set(next.scene.keys).count == 3)
    await next.analytics.close()
  }

  @Test("a log handler that reads the ledger while a damaged file is reported does not hang")
  func handler() async throws {
    let first = WaitingFixture()
    await first.settle()
    first.context("u1").trackConversion("purchase")
    first.context("u2").trackConversion("purchase")
    let path = try #require(try first.files().first)
    let memory = first.scene.testing.storage.memory
    try OpenFile(path, .readWrite, in: memory).write([0xA5], at: 40)
    let box = Locked<Analytics?>(nil)
    let counts = Locked<[Int]>([])
    var configuration = Configuration.quiet
    configuration.diagnostics = { line in
      guard line.code == "experiments.damaged", let analytics = box.withLock({ $0 }) else { return }
      let count = analytics.ledger().waitingReports
      counts.withLock { $0.append(count) }
    }
    await first.analytics.close()
    let testing = TestAnalytics(
      configuration, clock: first.scene.testing.clock, storage: first.scene.testing.storage)
    box.withLock { $0 = testing.analytics }
    let next = WaitingFixture(.document(), on: testing)
    await next.settle()
    #expect(next.scene.reports.count == 1)
    #expect(counts.withLock { $0.count } == 1)
    box.withLock { $0 = nil }
    await next.analytics.close()
  }

  @Test("a file that cannot be read does not keep the others from being reported")
  func unreadable() async throws {
    let first = WaitingFixture()
    await first.settle()
    first.context("u1").trackConversion("purchase")
    let folder = try #require(first.analytics.engine?.userFolder(named: "conversions"))
    try folder.files.makeDirectory("\(folder.path)/0000000000000001")
    let next = await first.relaunch(.document())
    #expect(next.scene.reports == ["u1 9001"])
    await next.analytics.close()
  }
}
