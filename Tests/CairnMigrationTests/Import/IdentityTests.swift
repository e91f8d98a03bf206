import Cairn
import CairnMigration
import CairnTesting
import Testing

@Suite("The identity of another SDK")
struct IdentityTests {
  private static let rudder = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
    <key>rl_anonymous_id</key><string>device-7</string>
    <key>rl_traits</key><string>{"userId":"user-7","plan":"gold"}</string>
    <key>rl_opt_status</key><false/>
    </dict></plist>
    """

  private func posthog(in scene: MigrationFixture, optedOut: Bool = false) throws {
    let folder = "Library/Application Support/com.example.app/phc_key"
    try scene.write("\(folder)/posthog.anonymousId", #"{"posthog.anonymousId":"device-9"}"#)
    try scene.write("\(folder)/posthog.distinctId", #"{"posthog.distinctId":"user-9"}"#)
    try scene.write("\(folder)/posthog.optOut", #"{"posthog.optOut":\#(optedOut)}"#)
    try scene.write("\(folder)/posthog.registerProperties", #"{"plan":"gold","seats":12}"#)
    try scene.write("\(folder)/posthog.groups", #"{"company":"Acme"}"#)
    try scene.write(
      "\(folder)/posthog.queueFolder.uuid/0199c82c-c009-7500-8500-0000c0fff300",
      """
      {"event":"Old","distinct_id":"device-9","properties":{"n":1},\
      "timestamp":"2025-10-09T08:53:20.007Z","uuid":"\(GeneratedStore.id(1))"}
      """)
  }

  /// Launches with a migration, and returns when it has reported.
  private func launch(
    _ scene: MigrationFixture, _ source: MigrationSource,
    change: (inout Configuration) -> Void = { _ in }
  ) async -> (Analytics, MigrationReport) {
    let (reports, continuation) = AsyncStream.makeStream(of: MigrationReport.self)
    var migration = Migration(from: source) { continuation.yield($0) }
    migration.container = scene.container()
    var configuration = scene.configuration()
    configuration.migration = migration
    change(&configuration)
    let analytics = Analytics(configuration)
    analytics.track("First")
    for await report in reports { return (analytics, report) }
    return (analytics, MigrationReport())
  }

  @Test("the identifiers apply from the first event on, and no installation is reported")
  func adoption() async throws {
    let scene = MigrationFixture()
    try posthog(in: scene)
    let (analytics, report) = await launch(scene, .postHog()) { configuration in
      configuration.lifecycleEvents = .all
      configuration.seams.release = AppRelease(version: "2.0", build: "2")
    }
    #expect(report.imported == 1)
    #expect(analytics.anonymousID == "device-9")
    #expect(analytics.userID == "user-9")
    #expect(analytics.superProperties.current == ["plan": "gold", "seats": 12])
    analytics.track("Second")
    _ = await analytics.flush()
    await analytics.close(flushingForSeconds: 0)
    let events = scene.delivered
    let names = events.compactMap { $0["event"]?.stringValue }
    #expect(!names.contains("Application Installed"))
    #expect(Set(names).isSuperset(of: ["First", "Old", "Second"]))
    let first = events.first { $0["event"] == "First" }
    #expect(first?["anonymousId"] == "device-9")
    #expect(first?["userId"] == "user-9")
    let second = events.first { $0["event"] == "Second" }
    #expect(second?["properties"] == ["plan": "gold", "seats": 12])
    #expect(second?["context"]?["groups"] == ["company": "Acme"])
    // The properties of this app are not those of the old event.
    #expect(events.first { $0["event"] == "Old" }?["properties"] == ["n": 1])
  }

  @Test("an existing identity of Cairn is kept")
  func kept() async throws {
    let scene = MigrationFixture()
    let analytics = Analytics(scene.configuration())
    let before = analytics.anonymousID
    analytics.superProperties.register(["plan": "own"])
    await analytics.close(flushingForSeconds: 0)
    try posthog(in: scene)
    let (again, _) = await launch(scene, .everythingFound)
    #expect(again.anonymousID == before)
    #expect(again.superProperties.current == ["plan": "own"])
    await again.close(flushingForSeconds: 0)
  }

  @Test("super properties are registered once, and not for another user")
  func once() async throws {
    let scene = MigrationFixture()
    try posthog(in: scene)
    let (first, _) = await launch(scene, .everythingFound)
    first.superProperties.unregister("plan")
    await first.close(flushingForSeconds: 0)
    let (second, _) = await launch(scene, .everythingFound)
    #expect(second.superProperties.current == ["seats": 12])
    second.reset()
    await second.close(flushingForSeconds: 0)
    let (third, _) = await launch(scene, .everythingFound)
    #expect(third.superProperties.current == [:])
    #expect(third.userID == nil)
    await third.close(flushingForSeconds: 0)
  }

  @Test("a migration of locked files continues when the app enters the foreground")
  func locked() async throws {
    let scene = MigrationFixture()
    try posthog(in: scene)
    let isLocked = Locked(true)
    let locked = FaultyFileSystem(scene.storage.files) { call in
      let isQueue = call.name == "list" && call.path.hasSuffix("posthog.queueFolder.uuid")
      return isQueue && isLocked.withLock { $0 } ? .fail(1) : .none
    }
    let (reports, continuation) = AsyncStream.makeStream(of: MigrationReport.self)
    var migration = Migration(from: .postHog()) { continuation.yield($0) }
    migration.container = scene.container(locked)
    let host = ManualHost()
    var configuration = scene.configuration()
    configuration.seams.host = host
    configuration.migration = migration
    let analytics = Analytics(configuration)
    var iterator = reports.makeAsyncIterator()
    let first = await iterator.next()
    #expect(first?.interruption != nil)
    #expect(first?.imported == 0)
    isLocked.withLock { $0 = false }
    host.enterBackground()
    host.enterForeground()
    let second = await iterator.next()
    #expect(second?.imported == 1)
    await analytics.close(flushingForSeconds: 0)
  }

  @Test("an opt-out in the other SDK applies, until the app grants consent")
  func optOut() async throws {
    let scene = MigrationFixture()
    try posthog(in: scene, optedOut: true)
    let (analytics, report) = await launch(scene, .everythingFound)
    #expect(analytics.consent == .denied)
    #expect(report.imported == 0)
    #expect(analytics.ledger().recorded == 0)
    await analytics.close(flushingForSeconds: 0)
    let (again, _) = await launch(scene, .everythingFound)
    #expect(again.consent == .denied)
    again.setConsent(.granted)
    await again.close(flushingForSeconds: 0)
    // The other SDK's files still say no; the app's decision is newer.
    let (last, report2) = await launch(scene, .everythingFound)
    #expect(last.consent == .granted)
    #expect(report2.stores.map(\.outcome) == [.optedOut])
    #expect(report2.stores.map(\.withheld) == [1])
    await last.close(flushingForSeconds: 0)
  }

  @Test("the defaults of the app are read by its bundle identifier")
  func defaults() async throws {
    let scene = MigrationFixture()
    try scene.write("Library/Preferences/com.example.app.plist", Self.rudder)
    try scene.write("Library/Preferences/com.example.other.plist", "<plist><dict/></plist>")
    let (analytics, _) = await launch(scene, .rudderStack())
    #expect(analytics.anonymousID == "device-7")
    #expect(analytics.userID == "user-7")
    await analytics.close(flushingForSeconds: 0)
  }
}
