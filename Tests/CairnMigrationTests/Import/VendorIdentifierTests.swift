import Cairn
import CairnAmplitude
import CairnCloudEvents
import CairnConvert
import CairnMigration
import CairnMixpanel
import CairnOTLP
import CairnPostHog
import CairnSnowplow
import CairnTesting
import Foundation
import Testing

@Suite("The identifiers of imported events at each destination")
struct VendorIdentifierTests {
  private static let upperCase = "903F7CA5-2C11-48B8-9AF4-53EACDC1C6FC"
  private static let short = "0000000000abc000"
  private static let odd = "étrange: 3"

  private static func event(_ id: String, user: String? = nil) -> String {
    let user = user.map { #","userId":"\#($0)""# } ?? ""
    return """
      {"type":"track","event":"Old","messageId":"\(id)","timestamp":"2025-10-09T08:53:20.123Z",\
      "anonymousId":"AD5DE908-F38F-4DE5-80FF-9B49680AF8D6"\(user),"properties":{},"context":{}}
      """
  }

  /// Imports the events into a journal with one destination, and delivers them.
  @discardableResult
  private func deliver(
    to destination: any Destination, _ write: (MigrationFixture) throws -> Void = segment
  ) async throws -> Ledger.Row? {
    let scene = MigrationFixture()
    try write(scene)
    var configuration = Configuration(destinations: [destination])
      .testing(clock: scene.clock, storage: scene.storage)
    configuration.lifecycleEvents = []
    configuration.context = []
    let analytics = Analytics(configuration)
    await analytics.migrate(from: .everythingFound, in: scene.container())
    _ = await analytics.flush()
    let ledger = analytics.ledger()
    await analytics.close(flushingForSeconds: 0)
    return ledger.destinations.first
  }

  private static func segment(_ scene: MigrationFixture) throws {
    let lines = [event(upperCase), event(short, user: "user-42"), event(odd)]
    try scene.write(
      "Library/Application Support/segment/key/0-segment-events",
      "{ \"batch\": [\n\(lines.joined(separator: "\n,"))\n")
  }

  private func bodies(_ transport: RecordingTransport) -> [Value] {
    transport.requests.compactMap { Value(json: $0.body) }
  }

  @Test("the Segment protocol has the message and anonymous identifiers as they were")
  func segmentProtocol() async throws {
    let transport = RecordingTransport()
    let url = try #require(URL(string: "https://example.com"))
    try await deliver(
      to: HTTPDestination(endpoint: url, writeKey: "key", compresses: false, transport: transport))
    let events = bodies(transport).flatMap { $0["batch"]?.arrayValue ?? [] }
    #expect(
      events.map { $0["messageId"] } == [
        .string(Self.upperCase), .string(Self.short), .string(Self.odd),
      ])
    #expect(events.first?["anonymousId"] == "AD5DE908-F38F-4DE5-80FF-9B49680AF8D6")
  }

  @Test("an answer that names events by their old identifiers is taken")
  func answers() async throws {
    let answer =
      #"{"results":[{"messageId":"0000000000abc000","result":"refused","reason":"no"},{"messageId":"903F7CA5-2C11-48B8-9AF4-53EACDC1C6FC","result":"ok"},{"messageId":"étrange: 3","result":"duplicate"}]}"#
    let transport = RecordingTransport(.status(200, body: answer))
    let url = try #require(URL(string: "https://example.com"))
    let row = try await deliver(
      to: HTTPDestination(endpoint: url, writeKey: "key", transport: transport))
    #expect(row?.delivered == 2)
    #expect(row?.deadLettered == 1)
  }

  @Test("Amplitude gets the insert and device identifiers")
  func amplitude() async throws {
    let transport = RecordingTransport()
    try await deliver(to: AmplitudeDestination(apiKey: "key", transport: transport))
    let events = bodies(transport).flatMap { $0["events"]?.arrayValue ?? [] }
    #expect(
      events.map { $0["insert_id"] } == [
        .string(Self.upperCase), .string(Self.short), .string(Self.odd),
      ])
    #expect(
      events.allSatisfy { $0["device_id"] == "AD5DE908-F38F-4DE5-80FF-9B49680AF8D6" })
    #expect(events.map { $0["user_id"] } == [nil, "user-42", nil])
  }

  @Test("an event of Amplitude's SDK keeps its session and its number at Amplitude")
  func amplitudeSession() async throws {
    let transport = RecordingTransport()
    try await deliver(to: AmplitudeDestination(apiKey: "key", transport: transport)) { scene in
      let event = """
        {"adid":null,"device_id":"D-1","event_id":7,"event_type":"Old","insert_id":"ABC",\
        "session_id":1760000000000,"time":1760000000123,"user_id":"user-42"}\u{0}
        """
      try scene.write(
        "Library/Application Support/amplitude/"
          + "amplitude-swift-storage-key-$default_instance.events.index/v2-0", event)
    }
    let event = try #require(bodies(transport).first?["events"]?.arrayValue?.first)
    #expect(event["session_id"] == 1_760_000_000_000)
    #expect(event["event_id"] == 7)
    #expect(event["insert_id"] == "ABC")
    #expect(event["device_id"] == "D-1")
    #expect(event["time"] == 1_760_000_000_123)
  }

  @Test("Mixpanel gets the insert identifiers that it accepts, and the distinct identifiers")
  func mixpanel() async throws {
    let transport = RecordingTransport()
    var destination = MixpanelDestination(token: "token", transport: transport)
    destination.compresses = false
    try await deliver(to: destination)
    let events = bodies(transport).flatMap { $0.arrayValue ?? [] }.compactMap { $0["properties"] }
    #expect(
      events.map { $0["$insert_id"] }.prefix(2) == [.string(Self.upperCase), .string(Self.short)])
    // Mixpanel accepts only letters, digits and hyphens.
    #expect(EventID(events.last?["$insert_id"]?.stringValue ?? "") != nil)
    let device: Value = "$device:AD5DE908-F38F-4DE5-80FF-9B49680AF8D6"
    #expect(events.map { $0["distinct_id"] } == [device, "user-42", device])
    #expect(
      events.allSatisfy { $0["$device_id"] == "AD5DE908-F38F-4DE5-80FF-9B49680AF8D6" })
  }

  @Test("Convert gets the reports that its SDK has not delivered, of the same visitor")
  func convert() async throws {
    let transport = RecordingTransport(
      otherwise: { _ in .status(200, body: #"{"status":"ok"}"#) })
    let row = try await deliver(
      to: ConvertDestination(sdkKey: "100/200", transport: transport)
    ) { scene in
      try scene.write(
        "Library/Application Support/com.convertexperiments.sdk/event-queue.json",
        """
        [{"accountId":"100","projectId":"200","enrichData":false,"source":"ios-sdk","visitors":[
        {"visitorId":"V-1","segments":{"country":"SE"},"events":[
        {"eventType":"bucketing","data":{"experienceId":"71001","variationId":"x1"}},
        {"eventType":"conversion","data":{"goalId":"g1",
        "goalData":[{"key":"amount","value":19.99}],"bucketingData":{"71001":"x1"}}}]}]}]
        """)
    }
    #expect(row?.delivered == 2)
    let visitors = bodies(transport).flatMap { $0["visitors"]?.arrayValue ?? [] }
    #expect(visitors.first?["visitorId"] == "V-1")
    #expect(visitors.first?["segments"] == ["country": "SE"])
    let expected: [Value] = [
      ["eventType": "bucketing", "data": ["experienceId": "71001", "variationId": "x1"]],
      [
        "eventType": "conversion",
        "data": [
          "goalId": "g1", "goalData": [["key": "amount", "value": 19.99]],
          "bucketingData": ["71001": "x1"],
        ],
      ],
    ]
    #expect(visitors.flatMap { $0["events"]?.arrayValue ?? [] } == expected)
  }

  @Test("PostHog gets UUIDs, and the distinct identifiers")
  func postHog() async throws {
    let transport = RecordingTransport()
    var destination = PostHogDestination(apiKey: "key", transport: transport)
    destination.compresses = false
    try await deliver(to: destination)
    let events = bodies(transport).flatMap { $0["batch"]?.arrayValue ?? [] }
    #expect(events.first?["uuid"] == .string(Self.upperCase.lowercased()))
    #expect(events.allSatisfy { EventID($0["uuid"]?.stringValue ?? "") != nil })
    let device: Value = "AD5DE908-F38F-4DE5-80FF-9B49680AF8D6"
    #expect(events.map { $0["distinct_id"] } == [device, "user-42", device])
  }

  @Test("Snowplow gets UUIDs, and the device's identifier")
  func snowplow() async throws {
    let transport = RecordingTransport()
    let url = try #require(URL(string: "https://example.com"))
    try await deliver(
      to: SnowplowDestination(
        collector: url, appID: "app", schemas: SnowplowSchemas(vendor: "com.acme"),
        transport: transport))
    let events = bodies(transport).flatMap { $0["data"]?.arrayValue ?? [] }
    #expect(events.count == 3)
    #expect(events.first?["eid"] == .string(Self.upperCase))
    #expect(events.allSatisfy { EventID($0["eid"]?.stringValue ?? "") != nil })
    #expect(events.map { $0["uid"] } == [nil, "user-42", nil])
    #expect(events.first?["duid"] == "AD5DE908-F38F-4DE5-80FF-9B49680AF8D6")
  }

  @Test("CloudEvents and OTLP get the message identifiers as they were")
  func texts() async throws {
    let url = try #require(URL(string: "https://example.com"))
    let ids: [Value] = [.string(Self.upperCase), .string(Self.short), .string(Self.odd)]
    let hook = RecordingTransport()
    try await deliver(
      to: CloudEventsDestination(
        endpoint: url, source: "/app", types: "com.acme", transport: hook))
    let events = bodies(hook).flatMap { $0.arrayValue ?? [] }
    #expect(events.map { $0["id"] } == ids)
    let receiver = RecordingTransport()
    try await deliver(
      to: OTLPDestination(
        endpoint: url, service: "app", compresses: false, transport: receiver))
    let records = bodies(receiver).compactMap { body in
      body["resourceLogs"]?.arrayValue?.first?["scopeLogs"]?.arrayValue?.first?["logRecords"]
    }.flatMap { $0.arrayValue ?? [] }
    let found = records.map { record in
      (record["attributes"]?.arrayValue ?? []).first { $0["key"] == "event.id" }?["value"]?[
        "stringValue"]
    }
    #expect(found == ids)
  }
}
