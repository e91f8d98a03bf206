import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct ValueTests {
  let clock = ManualClock()
  let server = RecordingDestination()

  /// Returns the event that arrives for a call.
  func arrived(_ track: (Analytics) -> Void) async throws -> [String: Any] {
    let analytics = await launch(Configuration(destinations: [server]), clock)
    track(analytics)
    await analytics.flush()
    return try #require(server.events.last?.fields)
  }

  @Test("literals of every kind arrive with their types")
  func literals() async throws {
    let event = try await arrived {
      $0.track(
        "Everything",
        [
          "text": "a \"quoted\" word", "whole": 42, "number": 19.9, "yes": true, "nothing": nil,
          "list": ["new", 2, false], "object": ["inner": ["deep": 1]],
          "date": .date(Date(timeIntervalSince1970: 1.5)), "big": .int(.max),
        ])
    }
    let properties = try #require(event["properties"] as? [String: Any])
    #expect(properties["text"] as? String == "a \"quoted\" word")
    #expect(properties["whole"] as? Int == 42)
    #expect(properties["number"] as? Double == 19.9)
    #expect(properties["yes"] as? Bool == true)
    #expect(properties["nothing"] is NSNull)
    #expect((properties["list"] as? [Any])?.count == 3)
    #expect((properties["object"] as? [String: [String: Int]])?["inner"]?["deep"] == 1)
    #expect(properties["date"] as? String == "1970-01-01T00:00:01.500Z")
    #expect(properties["big"] as? Int == .max)
  }

  struct Order: Encodable {
    enum Status: String, Encodable { case paid }
    struct Line: Encodable {
      var sku: String
      var count: UInt8
    }
    var total = 99.5
    var status = Status.paid
    var lines = [Line(sku: "A-1", count: 2)]
    var placed = Date(timeIntervalSince1970: 0)
    var link = URL(string: "https://example.com/1")
    var note: String?
    var ids: [String: Int] = ["a": 1]
    var huge = UInt64.max
    var extra: Value = ["x": 1]
  }

  @Test("any Encodable struct becomes properties")
  func typed() async throws {
    let event = try await arrived { $0.track("Order Completed", properties: Order()) }
    let properties = try #require(event["properties"] as? [String: Any])
    #expect(properties["total"] as? Double == 99.5)
    #expect(properties["status"] as? String == "paid")
    #expect((properties["lines"] as? [[String: Any]])?[0]["count"] as? Int == 2)
    #expect(properties["placed"] as? String == "1970-01-01T00:00:00.000Z")
    #expect(properties["link"] as? String == "https://example.com/1")
    #expect(properties["note"] == nil)
    #expect((properties["ids"] as? [String: Int]) == ["a": 1])
    #expect((properties["huge"] as? Double) == Double(UInt64.max))
    #expect((properties["extra"] as? [String: Int]) == ["x": 1])
  }

  @Test("a value that does not encode to named values is refused, counted and logged")
  func notEncodable() async {
    let said = Locked<[String]>([])
    var configuration = Configuration(destinations: [server])
    configuration.diagnostics = { line in said.withLock { $0.append(line.message) } }
    let analytics = await CairnTests.launch(configuration, clock)
    analytics.track("Number", properties: 5)
    analytics.track("Number", properties: 5)
    #expect(analytics.ledger().refused == [.notEncodable: 2])
    #expect(said.withLock { $0 }.filter { $0.contains("Number") }.count == 1)
  }

  @Test(
    "values that are nested too deeply, NaN and the infinities become null and are counted"
  )
  func limits() async throws {
    var deep: Value = "bottom"
    for _ in 0..<60 { deep = ["in": deep] }
    let analytics = await launch(Configuration(destinations: [server]), clock)
    analytics.track("Deep", ["deep": deep, "nan": .double(.nan), "never": .date(.distantFuture)])
    await analytics.flush()
    let event = try #require(server.events.last)
    #expect(event.fields != nil)
    #expect(!event.text.contains("bottom"))
    #expect(analytics.ledger().tooDeepValues == 1)
    #expect(analytics.ledger().nonFiniteNumbers == 1)
  }

  @Test("an event that is too large is refused, counted, and named in one line of the log")
  func tooLarge() async {
    let said = Locked<[String]>([])
    var configuration = Configuration(destinations: [server])
    configuration.diagnostics = { line in said.withLock { $0.append(line.message) } }
    let analytics = await CairnTests.launch(configuration, clock)
    let long = Value.string(String(repeating: "x", count: 40_000))
    for _ in 0..<3 { analytics.track("Huge", ["x": long]) }
    analytics.track("Small")
    #expect(analytics.ledger().refused == [.tooLarge: 3])
    #expect(analytics.ledger().recorded == 1)
    #expect(
      said.withLock { $0 }.filter { $0.contains("\"Huge\"") && $0.contains("32768") }.count == 1)
    await analytics.flush()
    #expect(server.events.count == 1)
  }
}
