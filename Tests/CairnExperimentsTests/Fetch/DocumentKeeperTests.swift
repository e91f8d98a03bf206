import Cairn
import CairnExperiments
import CairnTesting
import Foundation
import Testing

/// The document in effect, across launches with and without a network.
@Suite struct DocumentKeeperTests {
  static let good = KeeperFixture.answer("good", tag: "\"1\"")

  @Test(
    "a first launch without a network has no document, waits for one, and gets it with the network")
  func offlineFirst() async throws {
    let scene = KeeperFixture()
    let analytics = scene.launch()
    let keeper = await scene.keeper(analytics)
    #expect(keeper.now == nil)
    #expect(scene.lines == ["notice experiments.unavailable"])
    scene.network.answerNext(Self.good)
    async let ready: Void = keeper.ready()
    scene.host.isOnline = false
    scene.host.isOnline = true
    try await ready
    #expect(keeper.now == "good network")
    await analytics.close()
  }

  @Test("a later launch without a network has the previous document at once")
  func offlineLater() async throws {
    let scene = KeeperFixture(Self.good)
    let first = scene.launch()
    #expect(await scene.keeper(first).now == "good network")
    await first.close()
    let second = scene.launch()
    let keeper = DocumentKeeper(source: scene.source, engine: second.engine)
    #expect(keeper.now == "good cache")
    try await keeper.ready()
    #expect(await !keeper.refresh())
    #expect(keeper.now == "good cache")
    #expect(scene.lines == ["notice experiments.unavailable"])
    await second.close()
  }

  @Test("a damaged copy is set aside with one warning, and the network's document replaces it")
  func corrupt() async throws {
    let scene = KeeperFixture(Self.good)
    let first = scene.launch()
    _ = await scene.keeper(first)
    await first.close()
    let name = try #require(scene.files(holding: "good").first)
    try scene.replace(name, Array("{\"account_id\":\"100\"}".utf8))
    let second = scene.launch()
    let keeper = await scene.keeper(second)
    #expect(keeper.now == nil)
    #expect(scene.lines == ["warning experiments.cache", "notice experiments.unavailable"])
    #expect(scene.files().contains("\(name).bad"))
    scene.network.answerNext(KeeperFixture.answer("newer"))
    #expect(await keeper.refresh())
    #expect(keeper.now == "newer network")
    await second.close()
    let third = scene.launch()
    #expect(DocumentKeeper(source: scene.source, engine: third.engine).now == "newer cache")
    await third.close()
  }

  static let bad: [RecordingTransport.Answer] = [
    .status(200, body: #"{"error":{"code":403,"message":"no such key"}}"#),
    .status(500, body: #"{"error":"internal"}"#), .status(500, body: KeeperFixture.document("x")),
    .status(200), .status(200, body: "<html>Sign in to this hotel</html>"),
    .status(200, body: "[]"), .status(200, body: "{}"),
    .status(200, body: #"{"account_id":"100"}"#),
    .status(200, body: String(KeeperFixture.document("x").dropLast(3))), .status(204), .status(301),
    .status(304), .status(404, body: KeeperFixture.document("x")), .offline,
  ]

  @Test(
    "an error or an invalid document never replaces a valid one", arguments: bad.indices)
  func errors(index: Int) async {
    let scene = KeeperFixture(KeeperFixture.answer("good"), otherwise: Self.bad[index])
    let first = scene.launch()
    let keeper = await scene.keeper(first)
    for _ in 1...3 { #expect(await !keeper.refresh()) }
    #expect(keeper.now == "good network")
    #expect(scene.lines == ["notice experiments.unavailable"])
    await first.close()
    let second = scene.launch()
    #expect(DocumentKeeper(source: scene.source, engine: second.engine).now == "good cache")
    await second.close()
  }

  @Test(
    "with an error as the first response there is no document, and none is stored",
    arguments: bad.indices)
  func errorFirst(index: Int) async {
    let scene = KeeperFixture(otherwise: Self.bad[index])
    let analytics = scene.launch()
    #expect(await scene.keeper(analytics).now == nil)
    #expect(scene.files().allSatisfy { !$0.contains("experiments/") })
    await analytics.close()
  }

  @Test("304 confirms the stored document, and its tag is sent with every request")
  func confirmed() async {
    let scene = KeeperFixture(Self.good, otherwise: .status(304))
    let first = scene.launch()
    _ = await scene.keeper(first)
    await first.close()
    let second = scene.launch()
    let keeper = await scene.keeper(second)
    #expect(keeper.now == "good network")
    #expect(scene.network.requests.map { $0.header("If-None-Match") } == [nil, "\"1\""])
    #expect(scene.lines == [])
    await second.close()
  }

  @Test("a document older than a visitor's state removes nothing from that state")
  func olderThanState() async {
    let scene = KeeperFixture(KeeperFixture.answer("newer"))
    let first = scene.launch()
    _ = await scene.keeper(first)
    VisitorStore(first.engine).change("visitor") { state in
      state.bucketing = ["only in a later document": "v"]
      state.exposures = ["only in a later document": "v@12"]
    }
    await first.close()
    let second = scene.launch()
    let keeper = DocumentKeeper(source: scene.source, engine: second.engine)
    let store = VisitorStore(second.engine)
    #expect(keeper.now == "newer cache")
    store.change("visitor") { $0.bucketing["1"] = "v" }
    #expect(
      store.state(of: "visitor").bucketing == ["only in a later document": "v", "1": "v"])
    #expect(store.state(of: "visitor").exposures == ["only in a later document": "v@12"])
    await second.close()
  }

  @Test("a given document applies immediately, until the source has another one")
  func given() async throws {
    let scene = KeeperFixture()
    let analytics = scene.launch()
    let keeper = await scene.keeper(analytics, given: KeeperFixture.document("given"))
    try await keeper.ready()
    #expect(keeper.now == "given given")
    scene.network.answerNext(Self.good)
    #expect(await keeper.refresh())
    #expect(keeper.now == "good network")
    await analytics.close()
    let next = scene.launch()
    #expect(await scene.keeper(next, given: KeeperFixture.document("given")).now == "good cache")
    await next.close()
  }

  @Test("a given document alone needs no source, and works without a disk")
  func givenAlone() async throws {
    let keeper = DocumentKeeper(
      source: nil, given: Array(KeeperFixture.document("given").utf8), engine: nil)
    try await keeper.ready()
    #expect(keeper.now == "given given")
    #expect(await !keeper.refresh())
  }

  static let problems: [(key: String?, given: String?, code: ExperimentsError.Code)] = [
    ("", nil, .emptyKey), ("  ", nil, .emptyKey), (nil, "", .emptyDocument),
    (nil, "{", .invalidDocument), (nil, #"{"error":"no"}"#, .invalidDocument),
    (nil, #"{"account_id":"1"}"#, .invalidDocument),
  ]

  @Test("an invalid given document is reported, and the source's document is still awaited")
  func invalidGiven() async throws {
    let scene = KeeperFixture(KeeperFixture.answer("network"))
    let analytics = scene.launch()
    let keeper = DocumentKeeper(
      source: scene.source, given: Array("{".utf8), engine: analytics.engine)
    try await keeper.ready()
    #expect(keeper.now == "network network")
    try await keeper.ready()
    #expect(scene.lines == ["error experiments.configuration"])
    await analytics.close()
  }

  @Test("a given document needs no source, also if the source has no key")
  func givenWithoutKey() async throws {
    let keeper = DocumentKeeper(
      source: HTTPExperimentSource(key: ""), given: Array(KeeperFixture.document("given").utf8),
      engine: nil)
    try await keeper.ready()
    #expect(keeper.now == "given given")
  }

  @Test("waiting ends with an error only when no document can arrive", arguments: problems)
  func problem(key: String?, given: String?, code: ExperimentsError.Code) async {
    let scene = KeeperFixture()
    let analytics = scene.launch()
    let keeper = DocumentKeeper(
      source: key.map { HTTPExperimentSource(key: $0, transport: scene.network) },
      given: given.map { Array($0.utf8) }, engine: analytics.engine)
    let error = await #expect(throws: ExperimentsError.self) { try await keeper.ready() }
    #expect(error?.code == code)
    #expect(scene.lines.first == "error experiments.configuration")
    #expect(await !keeper.refresh())
    #expect(scene.network.requests.isEmpty)
    await analytics.close()
  }

  @Test("waiting without a source and a document fails")
  func nothing() async {
    let keeper = DocumentKeeper(source: nil, engine: nil)
    let error = await #expect(throws: ExperimentsError.self) { try await keeper.ready() }
    #expect(error?.code == .emptyDocument)
  }

  @Test("a cancelled task, or one after the analytics closed, waits no longer")
  func giveUp() async {
    let scene = KeeperFixture()
    let analytics = scene.launch()
    let keeper = await scene.keeper(analytics)
    let waiting = Task { try await keeper.ready() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    let other = Task { try await keeper.ready() }
    await analytics.close()
    await #expect(throws: CancellationError.self) { try await other.value }
    await #expect(throws: CancellationError.self) { try await keeper.ready() }
    #expect(await !keeper.refresh())
    for await _ in keeper.updates() { Issue.record("there is nothing to read") }
  }

  @Test("every new document is announced, and an unchanged one is not")
  func updates() async {
    let scene = KeeperFixture(Self.good, Self.good, .status(304), KeeperFixture.answer("second"))
    let analytics = scene.launch()
    let keeper = DocumentKeeper(source: scene.source, engine: analytics.engine)
    let updates = keeper.updates()
    var told: [String?] = []
    for _ in 1...4 { _ = await keeper.refresh() }
    _ = await keeper.refresh()
    await analytics.close()
    for await update in updates { told.append(update.document.experiences.first?.key) }
    // A late reader gets the last one.
    #expect(told == ["second"])
    #expect(keeper.now == "second network")
  }

  @Test("a listener from the start gets the first document, however fast the source is")
  func first() async throws {
    let scene = KeeperFixture(Self.good, KeeperFixture.answer("second"))
    let analytics = scene.launch()
    let (updates, reader) = AsyncStream.makeStream(of: CurrentDocument.self)
    let keeper = DocumentKeeper(source: scene.source, engine: analytics.engine, reader: reader)
    try await keeper.ready()
    while keeper.now != "second network" { _ = await keeper.refresh() }
    await analytics.close()
    var told: [String?] = []
    for await update in updates { told.append(update.document.experiences.first?.key) }
    #expect(told == ["good", "second"])
  }
}
