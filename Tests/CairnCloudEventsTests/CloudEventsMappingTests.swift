import Cairn
import CairnCloudEvents
import CairnTesting
import Counterparts
import Foundation
import Testing

@Suite("The requests to a CloudEvents receiver") struct CloudEventsMappingTests {
  @Test("a request is a batch of the events, in order, to the configured address")
  func request() async throws {
    let scene = try CloudEventsFixture()
    scene.testing.recordAllKinds()
    #expect(await scene.analytics.flush().isComplete)
    let request = try #require(scene.network.requests.first)
    #expect(request.method == "POST" && request.url.path == "/events")
    #expect(
      request.header("Content-Type") == "application/cloudevents-batch+json; charset=UTF-8")
    #expect(request.header("webhook-signature") == nil)
    let ids = scene.testing.destination.events.map { Value.string($0.id.description) }
    #expect(scene.events.map { $0["id"] } == ids)
  }

  @Test("an event has the attributes of the specification, and its context as extensions")
  func event() async throws {
    let scene = try CloudEventsFixture()
    scene.analytics.track("Order Completed", ["revenue": 39.95, "gift": nil])
    await scene.analytics.flush()
    let id = try #require(scene.testing.destination.events.first).id
    let anonymous = scene.analytics.anonymousID
    #expect(
      scene.events == [
        [
          "specversion": "1.0", "id": .string(id.description), "source": "/apps/shop-ios",
          "type": "com.example.order.completed", "time": "2026-01-01T00:00:00.000Z",
          "subject": .string("anonymous/\(anonymous)"), "datacontenttype": "application/json",
          "data": ["revenue": 39.95, "gift": nil], "eventname": "Order Completed",
          "anonymousid": .string(anonymous), "appversion": "4.1", "appbuild": "1207",
          "devicemodel": "iPhone17,1", "devicetype": "phone", "osname": "iOS",
          "osversion": "19.1.0", "locale": "de-DE", "timezone": "Europe/Berlin",
          "sessionid": "01935b6d-f1a4-7c02-8f0b-6c1d2e3f4a5b", "sessionnumber": 12,
        ]
      ])
  }

  @Test("each call has its type, its subject and its extension")
  func calls() async throws {
    let scene = try CloudEventsFixture(context: [:])
    scene.testing.recordAllKinds()
    await scene.analytics.flush()
    let anonymous = "anonymous/\(scene.analytics.anonymousID)"
    let expected: [[Value?]] = [
      ["com.example.order.completed", .string(anonymous), "Order Completed"],
      ["com.example.screen.viewed", .string(anonymous), "Checkout"],
      ["com.example.user.identified", "user/u1", nil],
      ["com.example.group.joined", "user/u1", "g1"],
      ["com.example.user.aliased", "user/u2", "u1"],
    ]
    let names = ["eventname", "screenname", "groupid", "previousid"]
    #expect(
      scene.events.map { event in
        [event["type"], event["subject"], names.compactMap { event[$0] }.first]
      } == expected)
    #expect(scene.events[2]["data"] == ["plan": "pro"])
  }

  @Test(
    "a type is derived from the event's name",
    arguments: [
      ("Order Completed", "order.completed"), ("  HTTP/2 – used!  ", "http.2.used"),
      ("注文 完了", "注文.完了"),
    ])
  func types(name: String, words: String) async throws {
    let scene = try CloudEventsFixture()
    scene.analytics.track(name)
    await scene.analytics.flush()
    #expect(scene.events.map { $0["type"] } == [.string("com.example.\(words)")])
  }

  @Test("names of attributes are letters and digits in lower case, at most 20")
  func names() async throws {
    let scene = try CloudEventsFixture()
    scene.testing.recordAllKinds()
    await scene.analytics.flush()
    let names = Set(scene.events.flatMap { ($0.objectValue ?? [:]).keys })
    #expect(
      names.filter { name in
        name.count > 20
          || !name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
      }.isEmpty)
  }

  @Test("events keep to the specification's own schema", .needsPython, .needsVendorSchemas)
  func schema() async throws {
    let scene = try CloudEventsFixture()
    scene.testing.recordAllKinds()
    await scene.analytics.flush()
    let schema = "cloudevents.schema.json"
    #expect(try await VendorSchemas.faults(of: scene.events.map(\.json), by: schema).isEmpty)
    let wrong: Value = ["specversion": "1.0", "id": "", "source": "/a", "data": [:]]
    #expect(
      try await VendorSchemas.faults(of: [wrong.json], by: schema).sorted() == [
        "0: : 'type' is a required property", "0: id: '' should be non-empty",
      ])
  }

  @Test("a name without a letter is refused, and so is an event that not every hop would carry")
  func refused() async throws {
    let scene = try CloudEventsFixture(context: [:], maximumEventBytes: 2_000)
    scene.analytics.track("Good")
    scene.analytics.track("!?")
    scene.analytics.track("Long", ["text": .string(String(repeating: "x", count: 2_000))])
    await scene.analytics.flush()
    #expect(scene.events.map { $0["eventname"] } == ["Good"])
    #expect(
      scene.outcomes == [
        .partial(
          refused: [
            1: "no type can be made of the event's name", 2: "longer than 2000 bytes",
          ], again: [])
      ])
  }
}

extension CloudEventsFixture {
  /// The events of all requests, in order.
  var events: [Value] { bodies.flatMap { Value(json: $0)?.arrayValue ?? [] } }
}
