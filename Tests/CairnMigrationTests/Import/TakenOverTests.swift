import Cairn
import CairnAmplitude
import CairnExperiments
import CairnMigration
import CairnTesting
import Testing

@Suite("Sessions, traits, decisions and app groups of another SDK are taken over")
struct TakenOverTests {
  /// The time of the clock in tests, in milliseconds since 1970.
  private static let now: Int64 = 1_767_225_600_000

  /// Launches with a migration, waits until it has reported, and returns the instance.
  private func launch(
    _ scene: MigrationFixture, _ source: MigrationSource, _ container: Container? = nil,
    change: (inout Configuration) -> Void = { _ in }
  ) async -> Analytics {
    let (reports, continuation) = AsyncStream.makeStream(of: MigrationReport.self)
    var migration = Migration(from: source) { continuation.yield($0) }
    migration.container = container ?? scene.container()
    var configuration = scene.configuration()
    configuration.migration = migration
    change(&configuration)
    let analytics = Analytics(configuration)
    analytics.track("First")
    for await _ in reports { break }
    return analytics
  }

  private func rudder(_ scene: MigrationFixture, last: Int64) throws {
    try scene.write(
      "Library/Preferences/com.example.app.analytics.key.plist",
      """
      <plist version="1.0"><dict>
      <key>anonymous_id</key><string>device-7</string><key>user_id</key><string>user-7</string>
      <key>traits</key><string>{"plan":"gold"}</string>
      <key>session_id</key><string>\(Self.now / 1_000 - 3_600)</string>
      <key>last_activity_time</key><string>\(last)</string>
      </dict></plist>
      """)
  }

  @Test("a session that has not timed out continues, without another start")
  func session() async throws {
    let scene = MigrationFixture()
    try rudder(scene, last: Self.now - 60_000)
    let transport = RecordingTransport()
    let analytics = await launch(scene, .rudderStack()) { configuration in
      configuration.sessionTimeout = 1_800
      configuration.destinations = [AmplitudeDestination(apiKey: "key", transport: transport)]
    }
    _ = await analytics.flush()
    await analytics.close(flushingForSeconds: 0)
    let events = transport.requests.compactMap { Value(json: $0.body)?["events"]?.arrayValue }
      .joined()
    #expect(Set(events.map { $0["event_type"] }) == ["First", "$identify"])
    let start = Value.int(Int(Self.now / 1_000 - 3_600) * 1_000)
    #expect(events.allSatisfy { $0["session_id"] == start })
  }

  @Test("a session that has timed out ends")
  func oldSession() async throws {
    let scene = MigrationFixture()
    try rudder(scene, last: Self.now - 7_200_000)
    let analytics = await launch(scene, .rudderStack()) { $0.sessionTimeout = 1_800 }
    _ = await analytics.flush()
    await analytics.close(flushingForSeconds: 0)
    let names = scene.delivered.compactMap { $0["event"]?.stringValue }
    #expect(names.contains("Session Started"))
    #expect(!names.contains("Session Ended"))
  }

  @Test("traits are recorded once, and only if the app wants it")
  func traits() async throws {
    let scene = MigrationFixture()
    try rudder(scene, last: 0)
    for _ in 0..<2 {
      let analytics = await launch(scene, .rudderStack())
      _ = await analytics.flush()
      await analytics.close(flushingForSeconds: 0)
    }
    let identifications = scene.delivered.filter { $0["type"] == "identify" }
    #expect(identifications.count == 1)
    #expect(identifications.first?["traits"] == ["plan": "gold"])
    #expect(identifications.first?["userId"] == "user-7")
    let other = MigrationFixture()
    try rudder(other, last: 0)
    let analytics = await launch(other, .rudderStack()) { $0.migration?.recordsTraits = false }
    _ = await analytics.flush()
    await analytics.close(flushingForSeconds: 0)
    #expect(!other.delivered.contains { $0["type"] == "identify" })
  }

  private static let document = """
    {"account_id":"100","project":{"id":"200"},"experiences":[{"id":"71001","key":"cart",
    "variations":[{"id":"c1","key":"control","traffic_allocation":0},
    {"id":"t1","key":"compact","traffic_allocation":100},
    {"id":"x1","key":"wide","traffic_allocation":0}]}],
    "goals":[{"id":"g1","key":"purchase"}]}
    """

  private func convert(_ scene: MigrationFixture, visitor: String = "V-1") throws {
    try scene.write(
      "Library/Preferences/com.example.app.plist",
      """
      <plist version="1.0"><dict>
      <key>com.convert.sdk.visitorIdMirror</key><string>\(visitor)</string></dict></plist>
      """)
    try scene.write(
      "Library/Application Support/convert-decision-store.json",
      """
      {"store":{"100-200-V-1":{"bucketing":{"71001":"x1"},"goalTriggered":{"g1":true,"g2":false},
      "segments":{"country":"SE","customSegments":["s1"]},"locations":{}},
      "100-200-user-9":{"bucketing":{"71001":"c1"}}},"order":["100-200-user-9","100-200-V-1"]}
      """)
  }

  @Test("a visitor keeps the variation that Convert's SDK has chosen, and so do other visitors")
  func sticky() async throws {
    let scene = MigrationFixture()
    try convert(scene)
    let analytics = await launch(scene, .convert)
    #expect(analytics.anonymousID == "V-1")
    let experiments = Experiments(
      analytics, ExperimentsConfiguration(document: Self.document.utf8))
    try await experiments.ready()
    let own = experiments.context(locationProperties: [:])
    #expect(own.runExperience("cart")?.key == "wide")
    let other = experiments.context(visitorID: "user-9", locationProperties: [:])
    #expect(other.runExperience("cart")?.key == "control")
    let unknown = experiments.context(visitorID: "user-10", locationProperties: [:])
    #expect(unknown.runExperience("cart")?.key == "compact")
    #expect(experiments.visitors.state(of: "V-1").goals == ["g1"])
    #expect(experiments.visitors.state(of: "V-1").customSegments == ["s1"])
    await analytics.close(flushingForSeconds: 0)
  }

  @Test("the decisions do not apply to the next user, or after an erasure")
  func nextPerson() async throws {
    let scene = MigrationFixture()
    try convert(scene)
    let analytics = await launch(scene, .convert)
    #expect(analytics.anonymousID == "V-1")
    analytics.reset()
    await analytics.close(flushingForSeconds: 0)
    let next = await launch(scene, .convert)
    let experiments = Experiments(next, ExperimentsConfiguration(document: Self.document.utf8))
    try await experiments.ready()
    #expect(experiments.visitors.state(of: "V-1") == VisitorState())
    #expect(
      experiments.context(locationProperties: [:]).runExperience("cart")?.key == "compact")
    await next.close(flushingForSeconds: 0)
  }

  @Test("with another SDK's anonymous identifier the visitor keeps the variation too")
  func stickyBeside() async throws {
    let scene = MigrationFixture()
    try convert(scene)
    try rudder(scene, last: 0)
    let analytics = await launch(scene, .everythingFound)
    #expect(analytics.anonymousID == "device-7")
    let experiments = Experiments(
      analytics, ExperimentsConfiguration(document: Self.document.utf8))
    try await experiments.ready()
    #expect(experiments.context(locationProperties: [:]).runExperience("cart")?.key == "wide")
    await analytics.close(flushingForSeconds: 0)
  }

  @Test("PostHog's files in an app group are taken over")
  func group() async throws {
    let scene = MigrationFixture()
    let folder = "group-container/Library/Application Support/group.com.example/phc_key"
    try scene.write("\(folder)/posthog.anonymousId", #"{"posthog.anonymousId":"device-9"}"#)
    try scene.write(
      "\(folder)/posthog.queueFolder.uuid/0199c82c-c009-7500-8500-0000c0fff300",
      """
      {"event":"Old","properties":{"n":1},"timestamp":"2025-10-09T08:53:20.007Z",\
      "uuid":"\(GeneratedStore.id(1))"}
      """)
    var container = scene.container()
    container.groupFolder = { id in
      id == "group.com.example" ? "\(MigrationFixture.folder)/group-container" : nil
    }
    let analytics = await launch(scene, .postHog(appGroup: "group.com.example"), container)
    #expect(analytics.anonymousID == "device-9")
    _ = await analytics.flush()
    await analytics.close(flushingForSeconds: 0)
    let old = try #require(scene.delivered.first { $0["event"] == "Old" })
    #expect(old["messageId"] == .string(GeneratedStore.id(1)))
    #expect(old["anonymousId"] == "device-9")
    #expect(try scene.names("\(folder)").sorted() == ["posthog.anonymousId"])
  }
}
