import Cairn
import CairnAmplitude
import CairnMigration
import CairnMixpanel
import CairnPostHog
import CairnSnowplow
import CairnTesting
import Foundation
import Testing

/// Parts of events that only one vendor understands, such as an operation on a property or a
/// schema, reach the destination of that vendor as its SDK recorded them.
@Suite("Imported events at the destination of their own vendor")
struct VendorOriginTests {
  /// Imports the container into a journal with one destination, delivers, and returns the report.
  @discardableResult
  private func deliver(
    _ scene: MigrationFixture, to destination: any Destination
  ) async -> MigrationReport {
    var configuration = Configuration(destinations: [destination])
      .testing(clock: scene.clock, storage: scene.storage)
    configuration.lifecycleEvents = []
    configuration.context = []
    let analytics = Analytics(configuration)
    let report = await analytics.migrate(from: .everythingFound, in: scene.container())
    _ = await analytics.flush()
    #expect(analytics.ledger().destinations.first?.deadLettered == 0)
    await analytics.close(flushingForSeconds: 0)
    return report
  }

  private func bodies(_ transport: RecordingTransport) -> [Value] {
    transport.requests.compactMap { Value(json: $0.body) }
  }

  // MARK: Amplitude

  private func amplitude(_ records: [String]) async throws -> ([Value], MigrationReport) {
    let scene = MigrationFixture()
    try scene.write(
      "Library/Application Support/amplitude/"
        + "amplitude-swift-storage-key-$default_instance.events.index/v2-0",
      records.map { $0 + "\u{0}" }.joined())
    let transport = RecordingTransport()
    let report = await deliver(
      scene, to: AmplitudeDestination(apiKey: "key", transport: transport))
    return (bodies(transport).flatMap { $0["events"]?.arrayValue ?? [] }, report)
  }

  private func record(_ id: Int, _ members: String) -> String {
    """
    {"adid":null,"device_id":"D-1","insert_id":"id-\(id)","time":1760000000123,\
    "user_id":"user-42","library":"amplitude-swift/1.18.6",\(members)}
    """
  }

  @Test("operations on user and group properties reach Amplitude by their names, and are counted")
  func amplitudeOperations() async throws {
    let operations = """
      {"$set":{"name":"Zoë","age":37},"$setOnce":{"first":"2025"},"$unset":{"temp":"-"},\
      "$add":{"visits":1},"$append":{"tags":["a"]}}
      """
    let (events, report) = try await amplitude([
      record(1, #""event_type":"$identify","user_properties":\#(operations)"#),
      record(
        2,
        #""event_type":"$groupidentify","groups":{"company":"Acme"},"#
          + #""group_properties":\#(operations)"#
      ),
      record(3, #""event_type":"$identify","user_properties":{"$clearAll":"-"}"#),
    ])
    let expected = Value(json: operations.utf8)
    #expect(events.map { $0["event_type"] } == ["$identify", "$groupidentify", "$identify"])
    #expect(events.map { $0["insert_id"] } == ["id-1", "id-2", "id-3"])
    #expect(events[0]["user_properties"] == expected)
    #expect(events[1]["group_properties"] == expected)
    #expect(events[1]["groups"] == ["company": "Acme"])
    #expect(events[1]["user_properties"] == nil)
    #expect(events[2]["user_properties"] == ["$clearAll": "-"])
    #expect(report.imported == 3)
    #expect(report.stores.first?.operations == ["$add": 2, "$append": 2, "$clearAll": 1])
  }

  @Test("a membership in several groups stays one event, and groups of an event may be lists")
  func amplitudeGroups() async throws {
    let groups = #"{"company":"Acme","team":["red","blue"]}"#
    let (events, _) = try await amplitude([
      record(
        1,
        #""event_type":"$identify","groups":\#(groups),"user_properties":{"$set":\#(groups)}"#),
      record(2, #""event_type":"Old","groups":\#(groups)"#),
    ])
    #expect(events.count == 2)
    let expected = try #require(Value(json: groups.utf8))
    #expect(events.map { $0["groups"] } == [expected, expected])
    #expect(events[0]["user_properties"] == ["$set": expected])
  }

  @Test("fields of an event and names that mean something else here stay as they were")
  func amplitudeFields() async throws {
    let fields =
      #""price":9.5,"quantity":2,"revenue":19,"platform":"iOS","os_name":"ios","carrier":"Telia","#
      + #""city":"Lund","location_lat":55.7,"idfv":"V-1","plan":{"branch":"main"}"#
    let (events, _) = try await amplitude([
      record(
        1,
        #""event_type":"Session Started","event_properties":{"revenue":3,"version":1},"# + fields)
    ])
    let wanted = try #require(Value(json: "{\(fields)}".utf8)?.objectValue)
    let event = try #require(events.first?.objectValue)
    #expect(event["event_type"] == "Session Started")
    #expect(event["event_properties"] == ["revenue": 3, "version": 1])
    #expect(event.filter { wanted[$0.key] != nil } == wanted)
  }

  // MARK: Mixpanel and PostHog

  @Test("changes to profiles reach Mixpanel by their names, and are counted")
  func mixpanel() async throws {
    let changes: [(name: String, operand: Value)] = [
      ("$set", ["plan": "gold"]), ("$set_once", ["first": "2025"]), ("$add", ["visits": 1]),
      ("$append", ["tags": "a"]), ("$union", ["tags": ["b"]]), ("$unset", ["temp"]),
      ("$remove", ["tags": "a"]), ("$delete", ""),
    ]
    func table(_ kind: String) -> String {
      "CREATE TABLE mixpanel_t_\(kind)(id integer primary key autoincrement, data blob, "
        + "time real, flag integer)"
    }
    func row(_ kind: String, _ object: [String: Value]) -> String {
      let text = String(decoding: Value.object(object).json, as: UTF8.self)
      return "INSERT INTO mixpanel_t_\(kind)(data, time, flag) VALUES('\(text)', 1760000000, 0)"
    }
    let rows =
      changes.map { name, operand in
        row(
          "people",
          ["$time": 1_760_000_000_000, "$distinct_id": "user-42", "$device_id": "D", name: operand])
      } + [
        row(
          "groups",
          [
            "$time": 1_760_000_000_000, "$group_key": "company", "$group_id": "Acme",
            "$set": ["seats": 7],
          ]),
        row(
          "events",
          [
            "event": "Session Ended",
            "properties": [
              "distinct_id": "user-42", "$user_id": "user-42", "$device_id": "D", "mp_lib": "swift",
              "time": 1_760_000_000_123, "duration": 3,
            ],
          ]),
      ]
    let scene = MigrationFixture()
    try scene.write(
      "Library/t_MPDB.sqlite",
      GeneratedStore.database(["people", "groups", "events"].map(table) + rows).main)
    let transport = RecordingTransport()
    var destination = MixpanelDestination(token: "token", transport: transport)
    destination.compresses = false
    let report = await deliver(scene, to: destination)
    #expect(
      report.stores.first?.operations
        == ["$add": 1, "$append": 1, "$union": 1, "$remove": 1, "$delete": 1])
    func records(_ path: String) -> [[String: Value]] {
      transport.requests.filter { $0.url.path.contains(path) }
        .flatMap { Value(json: $0.body)?.arrayValue ?? [] }.compactMap(\.objectValue)
    }
    let people = records("engage")
    #expect(people.count == changes.count)
    for (change, record) in zip(changes, people) {
      #expect(record["$distinct_id"] == "user-42")
      #expect(record[change.name] == change.operand)
      // No other change beside it.
      let names = Set(record.keys).subtracting(["$token", "$ip", "$distinct_id", "$time"])
      #expect(names == [change.name])
    }
    #expect(records("groups").map { $0["$set"] } == [["seats": 7]])
    // A change to a profile is no event, and a name of the app stays.
    let events = records("import")
    #expect(events.map { $0["event"] } == ["Session Ended"])
    #expect(events.first?["properties"]?["duration"] == 3)
    #expect(events.first?["properties"]?["mp_lib"] == "swift")
  }

  @Test("properties that PostHog's SDK sets once stay in $set_once")
  func postHog() async throws {
    let scene = MigrationFixture()
    try scene.write(
      "Library/Application Support/com.example.app/phc/posthog.queueFolder.uuid/0",
      """
      {"event":"$identify","distinct_id":"user-42","timestamp":"2025-10-09T08:53:20.007Z",\
      "uuid":"\(GeneratedStore.id(1))","properties":{"$anon_distinct_id":"D",\
      "$set":{"plan":"gold","both":2},"$set_once":{"first":"2025","both":1}}}
      """)
    let transport = RecordingTransport()
    var destination = PostHogDestination(apiKey: "key", transport: transport)
    destination.compresses = false
    await deliver(scene, to: destination)
    let event = try #require(bodies(transport).first?["batch"]?.arrayValue?.first)
    #expect(event["properties"]?["$set"] == ["plan": "gold", "both": 2])
    #expect(event["properties"]?["$set_once"] == ["first": "2025", "both": 1])
  }

  // MARK: Snowplow

  private static let contexts =
    #"{"schema":"iglu:com.snowplowanalytics.snowplow/contexts/jsonschema/1-0-1","data":["#
    + #"{"schema":"iglu:com.example/cart/jsonschema/2-0-0","data":{"n":1,"x":null}}]}"#

  private func snowplow(_ rows: [[String: Value]]) throws -> MigrationFixture {
    let table =
      "CREATE TABLE events(id INTEGER PRIMARY KEY, eventData BLOB, dateCreated TIMESTAMP "
      + "DEFAULT CURRENT_TIMESTAMP)"
    let inserts = rows.map { row in
      let text = String(decoding: Value.object(row).json, as: UTF8.self)
      return "INSERT INTO events(eventData) VALUES('\(text)')"
    }
    let scene = MigrationFixture()
    try scene.write(
      "Library/snowplow/snowplowEvents-ns.sqlite",
      GeneratedStore.database([table] + inserts).main)
    return scene
  }

  private static func row(_ number: Int, _ members: [String: Value]) -> [String: Value] {
    let common: [String: Value] = [
      "eid": .string(GeneratedStore.id(number)), "dtm": "1760000000000", "aid": "old", "tna": "ns",
      "tv": "ios-6.2.5", "p": "mob", "lang": "sv", "res": "393x852", "uid": "user-42",
      "co": .string(contexts),
    ]
    return common.merging(members) { $1 }
  }

  private static func described(_ schema: String, _ data: String) -> Value {
    .string(
      #"{"schema":"iglu:com.snowplowanalytics.snowplow/unstruct_event/jsonschema/1-0-0","#
        + #""data":{"schema":"\#(schema)","data":\#(data)}}"#)
  }

  private static let rows = [
    row(
      1,
      [
        "e": "ue",
        "ue_pr": described(
          "iglu:com.example/order/jsonschema/3-1-4", #"{"id":"o","list":[1,null]}"#),
        "url": "https://example.com/p",
      ]),
    row(
      2,
      [
        "e": "ue", "ttm": "1759999990000",
        "ue_pr": described(
          "iglu:com.snowplowanalytics.mobile/screen_view/jsonschema/1-0-0",
          #"{"name":"Home","id":"5f0c","previousName":"Splash"}"#),
      ]),
    row(
      3,
      [
        "e": "se", "se_ca": "shop", "se_ac": "add", "se_la": "sku", "se_pr": "pcs", "se_va": "2.5",
      ]),
    row(
      4,
      ["e": "pv", "page": "Product", "url": "https://example.com/?a=b", "refr": "https://e.com"]),
    row(5, ["e": "pp", "pp_mix": "1", "pp_max": "2"]),
  ]

  @Test("events reach Snowplow with their own types, schemas, data, entities and times")
  func snowplow() async throws {
    let scene = try snowplow(Self.rows)
    let transport = RecordingTransport()
    let url = try #require(URL(string: "https://example.com"))
    await deliver(
      scene,
      to: SnowplowDestination(
        collector: url, appID: "app", schemas: SnowplowSchemas(vendor: "com.acme"),
        namespace: "new", transport: transport))
    let events = bodies(transport).flatMap { $0["data"]?.arrayValue ?? [] }
    #expect(events.count == Self.rows.count)
    for (event, row) in zip(events, Self.rows) {
      var differences = Differences()
      for (name, value) in row where !["aid", "tna"].contains(name) {
        if ["ue_pr", "co"].contains(name) {
          let (found, wanted) = (event[name]?.stringValue, value.stringValue)
          differences.compare(
            found.flatMap { Value(json: $0.utf8) }, wanted.flatMap { Value(json: $0.utf8) },
            at: name)
        } else {
          differences.compare(event[name], value, at: name)
        }
      }
      #expect(differences.isEmpty, "\(differences)")
      #expect(event["aid"] == "app")
      #expect(event["tna"] == "new")
      let own: Set<String> = ["aid", "tna", "duid", "stm"]
      let names = Set((event.objectValue ?? [:]).keys).subtracting(own)
      #expect(names == Set(row.keys).subtracting(own))
    }
  }

  @Test("other destinations get the name of the schema and the data")
  func snowplowElsewhere() async throws {
    let scene = try snowplow(Self.rows)
    await scene.migrate()
    let names = scene.delivered.map { $0["event"] ?? $0["name"] }
    #expect(names == ["order", "Home", "add", "Product", "pp"])
    #expect(scene.delivered[0]["properties"] == ["id": "o", "list": [1, nil]])
    #expect(
      scene.delivered[2]["properties"]
        == ["category": "shop", "label": "sku", "property": "pcs", "value": 2.5])
  }

  @Test("an event whose description cannot be read is a loss, and its neighbours are not")
  func snowplowDamage() async throws {
    let broken: [Value] = ["", "{", #"{"schema":"x"}"#, #"{"schema":"x","data":{"data":{}}}"#]
    let rows = broken.enumerated().map { Self.row(10 + $0, ["e": "ue", "ue_pr": $1]) }
    let scene = try snowplow(rows + [Self.rows[0]])
    let report = await scene.migrate()
    #expect(report.imported == 1)
    #expect(report.stores.first?.lost == [.unreadable: broken.count])
  }
}
