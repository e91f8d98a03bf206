import Cairn
import CairnContent
import CairnTesting
import Testing

/// The effect of consent, reset and erasure on interactions and on the stored state of experiences.
@Suite struct ContentConsentTests {
  static let needle = "needle-51c7"
  let clock = ManualClock()
  let storage = TestStorage()
  let server = RecordingDestination(name: "server")
  let plain = RecordingDestination(inFrontOf: TriggerTests.Plain())

  func launch(_ change: (inout Configuration) -> Void = { _ in }) -> ContentAnalytics {
    let settings = ContentConfiguration()
    var own = Configuration(destinations: [plain, ContentEngagement(to: server, settings)])
    own.diagnostics = { _ in }
    own = own.testing(clock: clock, storage: storage)
    change(&own)
    return ContentAnalytics(Analytics(own), settings)
  }

  var counted: [String] { server.events.compactMap(ContentFixture.text) }
  var found: [String] { storage.memory.paths(in: "/test", holding: Self.needle) }

  func dropped(_ content: ContentAnalytics) -> [DropReason: UInt64]? {
    content.analytics.ledger().destinations.first { $0.name == "server.content" }?.dropped
  }

  /// Leaves sealed and unsealed interactions and a definition, all with the searched text.
  func leave(_ content: ContentAnalytics) async {
    server.isOffline = true
    let id = content.registerExperience(assets: [ContentItem(Self.needle)], texts: ["Sale"])
    content.trackExperienceView(id, location: "home")
    await content.analytics.flush()
    content.trackAssetClick(Self.needle)
    server.isOffline = false
    #expect(found.count >= 3)
  }

  @Test("while consent is pending interactions are kept and not sent, and sent when it is granted")
  func pending() async {
    let content = launch { $0.defaultConsent = .pending }
    content.trackAssetView("A")
    await content.analytics.flush()
    #expect(server.batches.isEmpty)
    content.analytics.setConsent(.granted)
    await content.analytics.flush()
    #expect(counted == ["A 1 0"])
  }

  @Test("a denied category drops waiting interactions for this destination, and no other")
  func category() async {
    let content = launch { $0.consentCategories = ["server.content": [.advertising]] }
    content.analytics.setConsent([.advertising: .denied])
    content.trackAssetView("A")
    content.analytics.track("Other")
    await content.analytics.flush()
    content.analytics.setConsent([.advertising: .granted])
    content.trackAssetView("B")
    await content.analytics.flush()
    #expect(counted == ["B 1 0"])
    #expect(plain.events.count == 1)
    #expect(content.analytics.ledger().balances)
  }

  @Test(
    "denied or erased data is neither on the disk nor in memory, and is never sent later",
    arguments: [true, false])
  func erased(byDenial: Bool) async throws {
    let content = launch()
    await leave(content)
    let before = server.batches.count
    if byDenial {
      content.analytics.setConsent(.denied)
      content.trackAssetView(Self.needle)
      content.analytics.setConsent(.granted)
    } else {
      try await content.analytics.erase()
    }
    await content.analytics.flush()
    #expect(content.definitions?.all == [])
    #expect(found == [])
    content.trackAssetView("B")
    await content.analytics.flush()
    await content.close()
    let next = launch()
    await next.analytics.flush()
    #expect(
      server.batches.dropFirst(before).flatMap(\.events).compactMap(ContentFixture.text) == [
        "B 1 0"
      ])
    #expect(next.definitions?.all == [])
    #expect(next.analytics.ledger().balances)
  }

  @Test(
    "an experience registered while consent is denied is not on the disk until it is granted"
  )
  func deniedDefinition() {
    let content = launch { $0.defaultConsent = .denied }
    let id = content.registerExperience(assets: [ContentItem(Self.needle)], texts: [])
    content.trackExperienceView(id, location: Self.needle)
    #expect(found == [])
    #expect(content.definitions?.all.map(\.lastLocation) == [nil])
    content.analytics.setConsent(.granted)
    content.trackExperienceView(id)
    #expect(found.contains { $0.hasSuffix("/experiences") })
  }

  @Test(
    "a reset removes experiences and interactions, sealed or not; other events are delivered"
  )
  func reset() async {
    let content = launch()
    content.analytics.track("Other")
    await leave(content)
    let before = server.batches.count
    content.analytics.reset()
    #expect(content.definitions?.all == [])
    content.trackAssetView("B")
    await content.analytics.flush()
    #expect(
      server.batches.dropFirst(before).flatMap(\.events).compactMap(ContentFixture.text) == [
        "B 1 0"
      ])
    #expect(dropped(content) == [.reset: 2])
    #expect(plain.events.count == 1)
    #expect(content.analytics.ledger().balances)
    #expect(found == [])
  }

  @Test("a reset applies even if the process is killed as soon as it has returned")
  func resetAndKill() async {
    let first = launch()
    await leave(first)
    let before = server.batches.count
    first.analytics.reset()
    await first.close()
    let next = launch()
    next.trackAssetView("B")
    await next.analytics.flush()
    #expect(
      server.batches.dropFirst(before).flatMap(\.events).compactMap(ContentFixture.text) == [
        "B 1 0"
      ])
    #expect(next.analytics.ledger().balances)
    #expect(found == [])
  }

  @Test(
    "a reset applies to a destination that is added after it, and to the data of an earlier launch")
  func resetBeforeAdding() async {
    let first = launch()
    await leave(first)
    let before = server.batches.count
    await first.close()
    let next = launch { $0.destinations = [plain] }
    next.analytics.reset()
    await next.analytics.addDestination(ContentEngagement(to: server, ContentConfiguration()))
    next.trackAssetView("B")
    await next.analytics.flush()
    #expect(
      server.batches.dropFirst(before).flatMap(\.events).compactMap(ContentFixture.text) == [
        "B 1 0"
      ])
    #expect(next.analytics.ledger().balances)
  }

  @Test("a reset applies even while the destination is replaced")
  func resetWhileReplacing() async {
    let scene = ContentFixture()
    let content = scene.launch()
    var configuration = ContentConfiguration()
    for number in 1...40 {
      content.trackAssetView("A")
      configuration.excludedAssetUrlsRegexp = "\(number)"
      async let update: Void = content.update(configuration)
      if number % 2 == 0 { await Task.yield() }
      content.analytics.reset()
      await update
      await content.analytics.flush()
    }
    #expect(scene.server.batches.isEmpty)
  }

  @Test("a reset applies to stored experiences before and after their first use")
  func resetAlone() async {
    let first = launch()
    first.registerExperience(assets: [ContentItem(Self.needle)], texts: [])
    await first.close()
    let settings = Configuration(destinations: []).testing(clock: clock, storage: storage)
    let early = Analytics(settings)
    early.reset()
    #expect(found == [])
    let observers = early.engine?.companionCount
    var content: ContentAnalytics? = ContentAnalytics(early)
    #expect(content?.definitions?.all == [])
    content?.registerExperience(assets: [ContentItem(Self.needle)], texts: [])
    #expect(found.count == 1)
    content = nil
    #expect(early.engine?.companionCount == observers)
    early.reset()
    #expect(found == [])
    await early.engine?.stop()
  }

  @Test("experiences that the disk cannot remove are logged, at an erasure and at a reset")
  func unforgettable() async {
    let lines = Lines()
    let isStuck = Locked(false)
    let content = launch {
      $0.diagnostics = { line in
        if line.level == .error { lines.items.withLock { $0.append(line.code) } }
      }
      $0.seams.files = FaultyFileSystem(storage.files) { call in
        isStuck.withLock { $0 } && call.path.hasSuffix("/experiences")
          ? .fail(FileError.inputOutput) : .none
      }
    }
    content.registerExperience(assets: [ContentItem(Self.needle)], texts: [])
    content.reset()
    #expect(found == [])
    #expect(lines.items.withLock { $0 } == [])
    content.registerExperience(assets: [ContentItem(Self.needle)], texts: [])
    isStuck.withLock { $0 = true }
    content.reset()
    #expect(lines.items.withLock { $0 } == ["content.definitions"])
    content.analytics.reset()
    #expect(
      lines.items.withLock { $0 }.dropFirst() == ["reset.storage", "content.definitions"])
    isStuck.withLock { $0 = false }
    content.reset()
    #expect(found == [])
  }

  @Test("a reset that cannot be stored applies to this run, and is logged")
  func resetOnFullDisk() async {
    let lines = Lines()
    let content = launch {
      $0.diagnostics = { line in lines.items.withLock { $0.append(line.code) } }
    }
    await leave(content)
    let before = server.batches.count
    storage.isFull = true
    content.analytics.reset()
    storage.isFull = false
    await content.analytics.flush()
    #expect(server.batches.count == before)
    #expect(lines.items.withLock { $0 }.contains("reset.storage"))
  }

  private final class Lines: Sendable {
    let items = Locked<[String]>([])
  }
}
