import Cairn
import CairnMigration
import CairnTesting
import Foundation
import Testing

@Suite("Stores of older versions, and their opt-outs")
struct OlderStoreTests {
  private func store(_ vendor: String, in scene: MigrationFixture) throws -> LegacyStore {
    try #require(try StoreFinder.stores(of: vendor, in: scene.container()).first)
  }

  private func archive(_ object: NSObject) throws -> [UInt8] {
    [UInt8](try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false))
  }

  @Test("an opt-out in amplitude-ios applies", arguments: [0, 1])
  func amplitude(optOut: Int) async throws {
    let event = #"{"event_type":"Old","uuid":"ABC","timestamp":1760000000123,"device_id":"D-1"}"#
    let database = try GeneratedStore.database([
      "CREATE TABLE events(id INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT)",
      "CREATE TABLE store(key TEXT PRIMARY KEY NOT NULL, value TEXT)",
      "CREATE TABLE long_store(key TEXT PRIMARY KEY NOT NULL, value INTEGER)",
      "INSERT INTO events(event) VALUES('\(event)')",
      "INSERT INTO store VALUES('device_id', 'D-1')",
      "INSERT INTO long_store VALUES('opt_out', \(optOut))",
    ]).main
    let scene = MigrationFixture()
    try scene.write("Library/com.amplitude.database", database)
    #expect(try store("amplitude-ios", in: scene).identity.optedOut == (optOut == 1))
    let report = await scene.migrate()
    #expect(report.imported == 1 - optOut)
    #expect(report.stores.map(\.withheld) == [optOut])
  }

  @Test("the archives of mixpanel-swift before version 3 are read")
  func mixpanel() async throws {
    let scene = MigrationFixture()
    let events: NSArray = [
      ["event": "Old", "properties": ["time": 1_760_000_000, "n": 1, "distinct_id": "D-1"]]
        as NSDictionary,
      [
        "event": "Older", "properties": ["time": 1_760_000_000_123, "$device_id": "D-1"],
        "$mp_metadata": ["$mp_event_id": "0000000000abc000"],
      ] as NSDictionary,
    ]
    let people: NSArray = [
      ["$time": 1_760_000_001, "$distinct_id": "user-1", "$set": ["plan": "gold"]] as NSDictionary
    ]
    let properties: NSDictionary = [
      "distinctId": "user-1", "anonymousId": "D-1", "userId": "user-1",
      "superProperties": ["seats": 12],
    ]
    try scene.write("Library/mixpanel-token-events", archive(events))
    try scene.write("Library/mixpanel-token-people", archive(people))
    try scene.write("Library/mixpanel-token-properties", archive(properties))
    let found = try store("mixpanel", in: scene)
    #expect(found.key == "token")
    #expect(found.identity.anonymousID == "D-1")
    #expect(found.identity.userID == "user-1")
    #expect(found.identity.superProperties == ["seats": 12])
    let report = await scene.migrate(.mixpanel(token: "token"))
    #expect(report.imported == 3)
    #expect(report.lost == 0)
    let names = scene.delivered.map { $0["event"] ?? $0["type"] }
    #expect(names == ["Old", "Older", "identify"])
    let times = scene.delivered.compactMap { $0["timestamp"]?.stringValue }
    #expect(
      times == [
        "2025-10-09T08:53:20.000Z", "2025-10-09T08:53:20.123Z", "2025-10-09T08:53:21.000Z",
      ])
    #expect(scene.delivered[1]["messageId"] == "0000000000abc000")
    #expect(scene.delivered[2]["traits"] == ["plan": "gold"])
    #expect(try scene.names("Library") == ["mixpanel-token-properties"])
  }

  @Test("a truncated archive counts as one loss, and an opt-out in an archive applies")
  func mixpanelOptOut() async throws {
    let scene = MigrationFixture()
    let events: NSArray = [["event": "Old", "properties": ["n": 1]] as NSDictionary]
    let whole = try archive(events)
    try scene.write("Library/mixpanel-token-events", Array(whole.prefix(whole.count / 2)))
    let report = await scene.migrate()
    #expect(report.stores.first?.lost == [.unreadable: 1])
    let other = MigrationFixture()
    try other.write("Library/mixpanel-token-events", whole)
    try other.write("Library/mixpanel-token-optOutStatus", archive(NSNumber(value: true)))
    let second = await other.migrate()
    #expect(second.imported == 0)
    #expect(second.stores.map(\.outcome) == [.optedOut])
  }

  @Test("the user of a Snowplow store is the user of its newest event")
  func snowplow() throws {
    let rows = ["user-1", "user-2"].map { user in
      "INSERT INTO events(eventData) VALUES('{\"e\":\"pv\",\"eid\":\"1\",\"uid\":\"\(user)\"}')"
    }
    let table =
      "CREATE TABLE events(id INTEGER PRIMARY KEY, eventData BLOB, dateCreated TIMESTAMP "
      + "DEFAULT CURRENT_TIMESTAMP)"
    let scene = MigrationFixture()
    try scene.write(
      "Library/snowplow/snowplowEvents-app.sqlite", GeneratedStore.database([table] + rows).main)
    #expect(try store("snowplow", in: scene).identity.latestUserID == "user-2")
  }

  @Test("an identity without a queue is found, for each SDK that keeps them apart")
  func identityAlone() throws {
    let scene = MigrationFixture()
    try scene.write(
      "Library/Preferences/com.example.app.analytics.key.plist",
      """
      <plist version="1.0"><dict><key>anonymous_id</key><string>device-7</string></dict></plist>
      """)
    #expect(try store("rudder-swift", in: scene).identity.anonymousID == "device-7")
    #expect(try store("rudder-swift", in: scene).key == "key")
  }
}
