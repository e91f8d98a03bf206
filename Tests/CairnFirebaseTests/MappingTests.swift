import Cairn
import CairnFirebase
import CairnTesting
import Foundation
import Testing

@Suite struct MappingTests {
  let scene = GoogleFixture()

  @Test("an order is Google's purchase, with its items and its money")
  func purchase() async {
    let analytics = scene.launch()
    analytics.identify("u1")
    analytics.track(
      "Order Completed",
      [
        "order_id": "01JD8Z6W5V9ZQ3X1A0", "revenue": 39.95, "currency": "eur",
        "products": [["product_id": "S1", "name": "Shoe", "quantity": 1, "price": 39.95]],
      ])
    await analytics.flush()
    let body = scene.bodies[1]
    let time = (scene.events[1]["timestamp_micros"] as? String) ?? ""
    let expected = """
      {"app_instance_id":"0123456789abcdef0123456789abcdef","events":[{"name":"purchase",
      "params":{"currency":"EUR","items":[{"item_id":"S1","item_name":"Shoe","price":39.95,
      "quantity":1}],"transaction_id":"01JD8Z6W5V9ZQ3X1A0","value":39.95},
      "timestamp_micros":"\(time)"}],"user_id":"u1"}
      """
    #expect(canonical(body) == canonical(expected.parsed))
    #expect(time == "\(scene.clock.now().wall.milliseconds * 1_000)")
  }

  @Test("a request names the app and the secret in its address")
  func address() async throws {
    let analytics = scene.launch()
    analytics.track("A")
    await analytics.flush()
    let url = try #require(scene.network.requests.first?.url.absoluteString)
    #expect(
      url
        == "https://www.google-analytics.com/mp/collect?firebase_app_id=1:123:ios:abc&api_secret=very-secret"
    )
  }

  @Test("traits are sent as Google's user properties, as many as fit")
  func identify() async {
    let analytics = scene.launch()
    var traits: [String: Value] = [
      "plan": "pro", "isTrial": false, "first_open_time": 1, "nothing": nil,
      "a name that is much too long for it": "x",
      "motto": .string(String(repeating: "ä", count: 50)),
    ]
    for number in 10..<40 { traits["t\(number)"] = .int(number) }
    analytics.identify("u1", traits: traits)
    await analytics.flush()
    let body = scene.bodies[0]
    let properties = body["user_properties"] as? [String: [String: Any]] ?? [:]
    #expect(properties.count == 25)
    #expect(properties["plan"]?["value"] as? String == "pro")
    #expect(properties["isTrial"]?["value"] as? Int == 0)
    #expect(properties["motto"]?["value"] as? String == String(repeating: "ä", count: 36))
    #expect(properties["a_name_that_is_much_too_"] != nil)
    #expect(properties["first_open_time"] == nil)
    #expect(body["user_id"] as? String == "u1")
    #expect(scene.names == ["identify"])
  }

  @Test("a screen, a group and a session have Google's names, and an alias is not sent")
  func kinds() async {
    var configuration = Configuration(destinations: [scene.destination()])
    configuration.sessionTimeout = 1_800
    let clock = scene.clock
    let analytics = Analytics(configuration.testing(clock: clock, storage: scene.storage))
    let begun = clock.now().wall.milliseconds / 1_000
    analytics.screen("Cart", ["items": 2])
    analytics.group("acme", traits: ["seats": 5])
    analytics.alias("u2")
    await analytics.flush()
    #expect(scene.names == ["Session_Started", "screen", "join_group"])
    #expect(scene.parameters(1)["screen_name"] as? String == "Cart")
    #expect(scene.parameters(1)["session_id"] as? String == "\(begun)")
    #expect(scene.parameters(1)["engagement_time_msec"] as? Int == 1)
    #expect(scene.parameters(2)["group_id"] as? String == "acme")
    #expect(analytics.ledger().destinations.map(\.filtered) == [1])
  }

  @Test(
    "a name is adapted, or only its event is refused with the reason",
    arguments: [
      ("Signed Up", "sign_up"), ("Order placed!", "Order_placed_"), ("日本語", nil),
      ("9 lives", "lives"), ("first_open", nil), ("ga_thing", nil), ("screen_view", nil),
      (String(repeating: "n", count: 41), String(repeating: "n", count: 40)),
    ])
  func names(name: String, expected: String?) async {
    let analytics = scene.launch()
    analytics.track("before")
    analytics.track(name)
    analytics.track("after")
    await analytics.flush()
    let names = ["before", expected, "after"].compactMap(\.self)
    #expect(scene.names == names)
    let ledger = analytics.ledger()
    #expect(ledger.destinations.map(\.deadLettered) == [expected == nil ? 1 : 0])
    #expect(ledger.balances)
  }

  @Test("as many and as long properties are sent as the protocol accepts")
  func parameters() async {
    let analytics = scene.launch()
    var properties: [String: Value] = [
      "text": .string(String(repeating: "x", count: 101)), "list": [1, "a"], "no": false,
      "firebase_x": 1, "revenue": 5,
    ]
    for number in 10..<50 { properties["p\(number)"] = .int(number) }
    analytics.track("A", properties)
    await analytics.flush()
    let sent = scene.parameters()
    #expect(sent.count == 23)
    #expect(sent["list"] as? String == #"[1,"a"]"#)
    #expect(sent["value"] == nil)
    #expect(sent["firebase_x"] == nil)
    let adjusted = analytics.diagnostics.snapshot().destinations.first?.adjusted ?? [:]
    #expect(adjusted["an amount without a currency was left out"] == 1)
    #expect((adjusted["a parameter was left out"] ?? 0) > 20)
  }

  @Test(
    "the main properties of an event are not left out of many, nor longer than the others")
  func own() async {
    let analytics = scene.launch()
    let many = Dictionary(uniqueKeysWithValues: (0..<30).map { ("p\($0)", Value.int($0)) })
    let long = String(repeating: "x", count: 99) + "👩‍👩‍👧"
    analytics.screen(long, many)
    analytics.group("acme", traits: many)
    await analytics.flush()
    #expect(
      scene.parameters()["screen_name"] as? String == String(repeating: "x", count: 99))
    #expect(scene.parameters(1)["group_id"] as? String == "acme")
  }

  @Test("an item has Google's fields and ten others")
  func itemFields() async throws {
    let analytics = scene.launch()
    var item: [String: Value] = ["sku": "S1", "brand": "Acme", "location_id": "L"]
    for number in 10..<30 { item["p\(number)"] = .int(number) }
    analytics.track("Product Viewed", ["products": [.object(item)]])
    await analytics.flush()
    let sent = try #require((scene.parameters()["items"] as? [[String: Any]])?.first)
    #expect(
      sent.keys.sorted()
        == ["item_brand", "item_id", "location_id"] + (10..<20).map { "p\($0)" })
    let adjusted = analytics.diagnostics.snapshot().destinations.first?.adjusted ?? [:]
    #expect(adjusted["a field of an item was left out"] == 10)
  }

  @Test("an event that fits into no request is refused alone, when it is sealed")
  func tooLarge() async {
    var fields = Dictionary(
      uniqueKeysWithValues: (0..<10).map {
        ("p\($0)", Value.string(String(repeating: "é", count: 100)))
      })
    fields["sku"] = "S1"
    let products = Value.array(Array(repeating: .object(fields), count: 100))
    let event = await CapturedEvents.recording { analytics in
      for properties in [[:], ["products": products], [:]] { analytics.track("A", properties) }
    }
    let batch = event.batch(for: scene.destination())
    #expect(
      await scene.destination().deliver(batch)
        == .partial(
          refused: [1: "larger than the 130 000 bytes that the protocol accepts"], again: []))
    #expect(scene.names == ["A", "A"])
  }

  @Test("each server and region has its own host and its own settings")
  func settings() throws {
    func at(_ server: String?, _ region: GoogleAnalyticsDestination.Region = .global)
      -> GoogleAnalyticsDestination
    {
      GoogleAnalyticsDestination(
        firebaseAppID: "a", apiSecret: "b", appInstanceID: .context("id"), region: region,
        server: server.flatMap(URL.init))
    }
    let all = [at(nil), at(nil, .eu), at("https://proxy.example.com")]
    #expect(Set(all.map(\.settings)).count == 3)
    #expect(Set(all.map(\.host)).count == 3)
  }

  @Test("an amount is in the currency that was configured, if the event names none")
  func currency() async {
    let analytics = scene.launch(scene.destination(currency: "USD"))
    analytics.track("Order Completed", ["revenue": "12.5"])
    await analytics.flush()
    #expect(scene.parameters()["value"] as? Double == 12.5)
    #expect(scene.parameters()["currency"] as? String == "USD")
  }

  @Test("an event without Firebase's identifier is refused alone")
  func instance() async {
    let analytics = scene.launch(
      scene.destination(
        id: .custom { event in event.name == "B" ? nil : GoogleFixture.instance }))
    for name in ["A", "B", "C"] { analytics.track(name) }
    await analytics.flush()
    #expect(scene.names == ["A", "C"])
    #expect(analytics.ledger().destinations.map(\.deadLettered) == [1])
  }

  @Test("a request is of one user, and has 25 events at most")
  func requests() async {
    let analytics = scene.launch()
    for number in 0..<60 {
      if number == 30 { analytics.identify("u1") }
      analytics.track("e\(number)")
    }
    await analytics.flush()
    #expect(scene.names.filter { $0 != "identify" } == (0..<60).map { "e\($0)" })
    #expect(scene.bodies.allSatisfy { ($0["events"] as? [Any] ?? []).count <= 25 })
    for body in scene.bodies {
      let events = (body["events"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
      let isAfter = events.allSatisfy { $0 == "identify" || (Int($0.dropFirst()) ?? 0) >= 30 }
      #expect((body["user_id"] as? String == "u1") == isAfter)
    }
  }

  @Test("an event older than 72 hours is refused alone")
  func age() async {
    let analytics = scene.launch()
    analytics.track("old")
    scene.clock.advance(bySeconds: 73 * 3_600)
    analytics.track("new")
    for _ in 1...2 { await analytics.flush() }
    #expect(scene.names == ["new"])
    #expect(analytics.ledger().destinations.map(\.deadLettered) == [1])
  }
}

extension String {
  var parsed: Any { (try? JSONSerialization.jsonObject(with: Data(utf8))) ?? self }
}
