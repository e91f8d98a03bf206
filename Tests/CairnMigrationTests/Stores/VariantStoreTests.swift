import Cairn
import CairnMigration
import CairnTesting
import Foundation
import Testing

/// Stores of the known formats with other contents than the fixtures: of other versions, without
/// optional members, or with values of other types.
@Suite("Variants of stores")
struct VariantStoreTests {
  private func stores(_ vendor: String, in scene: MigrationFixture) throws -> [LegacyStore] {
    try StoreFinder.stores(of: vendor, in: scene.container())
  }

  private func preferences(_ members: [String: String]) -> String {
    let text = members.sorted { $0.key < $1.key }.map { name, value in
      "<key>\(name)</key><string>\(value)</string>"
    }
    return "<plist version=\"1.0\"><dict>\(text.joined())</dict></plist>"
  }

  @Test("identifiers that are numbers become text, and empty ones are none")
  func identifiers() async throws {
    let scene = MigrationFixture()
    let events = [
      #"{"type":"track","event":"A","messageId":7,"userId":42,"anonymousId":1.5,"context":{}}"#,
      #"{"type":"track","event":"B","messageId":"","userId":"","anonymousId":"","context":{}}"#,
      #"{"type":"group","groupId":9007199254740993,"messageId":"g","context":{}}"#,
      #"{"type":"alias","previousId":"","userId":null,"messageId":"h","context":{}}"#,
    ]
    try scene.write(
      "Library/Application Support/segment/key/0-segment-events",
      "{ \"batch\": [\n\(events.joined(separator: "\n,"))\n")
    #expect(await scene.migrate().imported == 4)
    let found = scene.delivered
    #expect(found[0]["messageId"] == "7")
    #expect(found[0]["userId"] == "42")
    #expect(found[0]["anonymousId"] == "1.5")
    #expect(found[1]["userId"] == nil)
    #expect(found[1]["anonymousId"]?.stringValue?.isEmpty == false)
    #expect(EventID(found[1]["messageId"]?.stringValue ?? "") != nil)
    #expect(found[2]["groupId"] == "9007199254740993")
    #expect(found[3]["previousId"] == nil && found[3]["userId"] == nil)
  }

  @Test(
    "an identity with empty texts is ignored",
    arguments: [
      ("segment", "com.segment.storage.key", ["segment.anonymousId": "", "segment.userId": ""]),
      (
        "amplitude", "com.amplitude.storage.amplitude-swift-storage-k-i",
        ["device_id": "", "user_id": ""]
      ),
      ("rudder-swift", "com.example.app.analytics.key", ["anonymous_id": "", "user_id": ""]),
      ("rudder-ios", "com.example.app", ["rl_anonymous_id": "", "rl_traits": "{\"id\":\"\"}"]),
      ("snowplow", "com.example.app", ["SPInstallationUserId": ""]),
      ("telemetrydeck", "com.telemetrydeck.0123456789ab", ["defaultUserIdentifier": ""]),
      ("adobe", "com.example.app", ["ADBMOBILE_PERSISTED_MID": ""]),
      ("convert", "com.example.app", ["com.convert.sdk.visitorIdMirror": ""]),
    ])
  func emptyIdentity(vendor: String, domain: String, values: [String: String]) throws {
    let scene = MigrationFixture()
    try scene.write("Library/Preferences/\(domain).plist", preferences(values))
    for store in try stores(vendor, in: scene) {
      #expect(store.identity.anonymousID == nil)
      #expect(store.identity.userID == nil)
    }
  }

  @Test("the files of Amplitude-Swift before instances are found, also by their key")
  func amplitude() async throws {
    for key in [nil, "K"] {
      let scene = MigrationFixture()
      let folder = "Library/Application Support/amplitude"
      let places = [
        "amplitude-swift-K", "amplitude-swift-identify-K",
        "amplitude-swift-storage-default_instance",
      ]
      for (number, place) in places.enumerated() {
        try scene.write(
          "\(folder)/\(place).events.index/v2-0",
          """
          {"adid":null,"device_id":"D","event_type":"E","insert_id":"id-\(number)",\
          "time":1760000000123}\u{0}
          """)
      }
      try scene.write(
        "Library/Preferences/com.amplitude.storage.amplitude-swift-K.plist",
        preferences(["device_id": "D-1", "user_id": "user-1"]))
      let identities = try stores("amplitude", in: scene).map(\.identity)
      #expect(identities.contains { $0.anonymousID == "D-1" && $0.userID == "user-1" })
      let report = await scene.migrate(.amplitude(apiKey: key))
      #expect(report.imported == 3)
      #expect(Set(scene.deliveredIDs) == ["id-0", "id-1", "id-2"])
    }
  }

  @Test("a database with texts in UTF-16 is read", arguments: ["UTF-16le", "UTF-16be"])
  func encoding(_ encoding: String) async throws {
    let event = #"{"type":"track","event":"Zoë 👩🏽‍🚀","messageId":"m","context":{}}"#
    let database = try GeneratedStore.database([
      "PRAGMA encoding = \"\(encoding)\"",
      "CREATE TABLE events(id INTEGER PRIMARY KEY AUTOINCREMENT, message TEXT NOT NULL, "
        + "updated INTEGER NOT NULL, status INTEGER)",
      "INSERT INTO events(message, updated, status) VALUES('\(event)', 1760000000, 0)",
      "INSERT INTO events(message, updated, status) VALUES('\(event)', 1760000000, 2)",
    ]).main
    let scene = MigrationFixture()
    try scene.write("Library/rl_persistence.sqlite", database)
    #expect(await scene.migrate().imported == 1)
    #expect(scene.delivered.first?["event"] == "Zoë 👩🏽‍🚀")
  }

  @Test("a denial that is only in the configuration of Adobe's SDK counts")
  func adobe() throws {
    for status in ["optedout", "optedin", "optunknown"] {
      let scene = MigrationFixture()
      let value = #"{\"global.privacy\":\"\#(status)\"}"#
      try scene.write(
        "Library/com.adobe.aep.datastore/com.adobe.module.configuration.json",
        "{\"config.overridden.map\":\"\(value)\"}")
      let optedOut = try stores("adobe", in: scene).first?.identity.optedOut
      #expect(optedOut == (status == "optunknown" ? nil : status == "optedout"))
    }
  }

  @Test(
    "Mixpanel's device is found in the distinct identifier alone",
    arguments: [("$device:D-1", "", "D-1"), ("D-1", "", "D-1"), ("user-1", "user-1", "")])
  func mixpanel(distinct: String, user: String, device: String) throws {
    let scene = MigrationFixture()
    var values = ["mixpanel-t-MPDistinctID": distinct]
    if !user.isEmpty { values["mixpanel-t-MPUserId"] = user }
    try scene.write("Library/Preferences/Mixpanel.plist", preferences(values))
    try scene.write("Library/t_MPDB.sqlite", "")
    let identity = try #require(try stores("mixpanel", in: scene).first?.identity)
    #expect(identity.anonymousID ?? "" == device)
    #expect(identity.userID ?? "" == user)
  }

  @Test("two Mixpanel instances whose names have the same letters have separate identities")
  func mixpanelNames() async throws {
    // The order of a dictionary differs from one to the next.
    for _ in 0..<20 {
      let values = Dictionary(
        uniqueKeysWithValues: ["my-app", "myapp", "my.app"].shuffled().map {
          ("mixpanel-\($0)-MPDistinctID", "device of \($0)")
        })
      for (token, owner) in [("my-app", "my-app"), ("my.app", "my.app"), (nil, "my-app")] {
        let scene = MigrationFixture()
        try scene.write("Library/Preferences/Mixpanel.plist", preferences(values))
        try scene.write("Library/myapp_MPDB.sqlite", "")
        let found = try StoreFinder.stores(
          of: "mixpanel", key: token, in: scene.container())
        #expect(found.map(\.identity.anonymousID) == ["device of \(owner)"])
      }
    }
  }

  @Test("the time of a signal of TelemetryDeck may be a text")
  func telemetryDeck() async throws {
    let scene = MigrationFixture()
    try scene.write(
      "Library/Caches/telemetrysignalcache",
      #"[{"receivedAt":"2025-10-09T08:53:20Z","type":"T"},{"receivedAt":781692800.5,"type":"U"}]"#)
    #expect(await scene.migrate().imported == 2)
    #expect(
      scene.delivered.map { $0["timestamp"] }
        == ["2025-10-09T08:53:20Z", "2025-10-09T08:53:20.500Z"])
  }

  @Test("a byte order mark and the end of an envelope are no losses")
  func marks() async throws {
    let scene = MigrationFixture()
    let event = GeneratedStore.segmentEvent
    try scene.write(
      "Library/Application Support/segmentio.queue.plist", "\u{FEFF}[\(event(0)),\(event(1))]\n")
    try scene.write(
      "Library/Application Support/segment/key/0-segment-events.temp",
      "\u{FEFF}{ \"batch\": [\n\(event(2))\n ] }\n")
    try scene.write(
      "Documents/rudder/analytics/events/key/0", "{\"batch\":[\(event(3))],\"sentAt\":\"x\"}")
    try scene.write(
      "Library/Application Support/b2m_events.json",
      """
      {"events":[{"event_name":"A","timestamp":"1760000000","id":"a"},
      {"name":"B","time":1760000000123,"id":"b"}]}
      """)
    let report = await scene.migrate()
    #expect(report.imported == 6)
    #expect(report.lost == 0)
    let own = scene.delivered.filter { $0["context"]?["library"]?["name"] == "b2metric" }
    #expect(
      own.map { $0["timestamp"] } == ["2025-10-09T08:53:20.000Z", "2025-10-09T08:53:20.123Z"])
  }

  @Test("a visitor of Convert may have a number as its identifier")
  func convert() async throws {
    let scene = MigrationFixture()
    try scene.write(
      "Library/Application Support/com.convertexperiments.sdk/event-queue.json",
      """
      [{"accountId":1,"projectId":2,"visitors":[{"visitorId":3,"events":[
      {"eventType":"bucketing","data":{"experienceId":5,"variationId":6}},
      {"eventType":"conversion"}]},{"visitorId":"v"},{}]}]
      """)
    #expect(await scene.migrate().imported == 2)
    #expect(scene.delivered.allSatisfy { $0["anonymousId"] == "3" })
  }

  @Test("an event that is longer than the app's own events may be is imported")
  func longEvent() async throws {
    let scene = MigrationFixture()
    let events = [60_000, 990_000, 1_000_001].enumerated().map { number, length in
      """
      {"type":"track","event":"E","messageId":"\(number)","context":{},\
      "properties":{"t":"\(String(repeating: "x", count: length))"}}
      """
    }
    try scene.write(
      "Library/Application Support/segmentio.queue.plist", "[\(events.joined(separator: ","))]")
    let report = await scene.migrate()
    #expect(report.imported == 2)
    #expect(report.stores.first?.lost == [.tooLong: 1])
    #expect(scene.deliveredIDs == ["0", "1"])
  }

  @Test("a full queue of mixpanel-swift before version 3 is read")
  func largeArchive() throws {
    let count = 5_000
    let events = (0..<count).map { number in
      let properties = (0..<20).map { ("property \($0)", "value \(number) \($0)") }
      return ["properties": Dictionary(uniqueKeysWithValues: properties)]
    }
    let scene = MigrationFixture()
    try scene.write("Library/mixpanel-token-events", ArchiveWriter.archive(events))
    let found = try StoreContents(try stores("mixpanel", in: scene), scene.storage.files)
    #expect(found.events.count == count)
    #expect(found.events.last?.message["properties"]?["property 17"] == "value 4999 17")
  }

  @Test("a folder with the name of a file is one loss, and other files are read")
  func folders() throws {
    let manager = FileManager.default
    let root = manager.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? manager.removeItem(at: root) }
    let support = "Library/Application Support"
    let names = [
      "\(support)/segment/key/0-segment-events",
      "\(support)/amplitude/amplitude-swift-storage-k-i.events.index/v2-0",
      "\(support)/com.example/key/posthog.queueFolder.uuid/0",
      "Documents/rudder/analytics/events/k/0",
      "\(support)/segmentio.queue.plist", "\(support)/segmentio.userId",
      "\(support)/com.convertexperiments.sdk/event-queue.json", "\(support)/b2m_events.json",
      "Library/Caches/telemetrysignalcache", "Library/Caches/com.adobe.edge",
      "Library/com.amplitude.database", "Library/t_MPDB.sqlite", "Library/rl_persistence.sqlite",
      "Library/snowplow/snowplowEvents-n.sqlite", "Library/mixpanel-t-events",
      "Library/Preferences/com.segment.storage.key.plist", "Library/Preferences/Mixpanel.plist",
      "Library/com.adobe.aep.datastore/com.adobe.edge.identity.json",
      "\(support)/convert-decision-store.json", "Library/rsDefaultsPersistence.plist",
    ]
    for name in names {
      try manager.createDirectory(
        at: root.appending(path: name), withIntermediateDirectories: true)
    }
    let whole = root.appending(path: "\(support)/segment/key/1-segment-events")
    try Data(GeneratedStore.segmentFile(0..<3).utf8).write(to: whole)
    let files = PosixFileSystem()
    let container = Container(folder: root.path, bundleID: "com.example", files: files)
    let found = try StoreContents(try StoreFinder.all(in: container), files)
    #expect(found.events.compactMap(\.messageID) == (0..<3).map(GeneratedStore.id))
    #expect(found.lost.allSatisfy { $0.hasSuffix(LossReason.unreadable.rawValue) })
  }
}
