import Cairn
import CairnTesting
import Foundation
import Testing

/// Properties of any types, for calls that were written for another SDK.
@Suite struct UntypedPropertiesTests {
  private final class Image: Sendable {}
  private enum Plan: String { case pro }
  private struct Product: Encodable { var sku = "A-1" }

  let log = Log<Diagnostic>()
  let testing: TestAnalytics
  var analytics: Analytics { testing.analytics }
  var last: [String: Value]? { testing.events.last?.properties }

  init() {
    var configuration = Configuration(destinations: [])
    configuration.diagnostics = { [log] in log.append($0) }
    testing = TestAnalytics(configuration)
  }

  @Test("values of every type keep their types")
  func types() {
    let missing: String? = nil
    let properties: [String: Any] = [
      "text": "a", "whole": 1, "number": 1.5, "yes": true, "date": Date(timeIntervalSince1970: 1),
      "url": URL(string: "https://example.com") as Any, "list": [1, "a", [2]] as [Any],
      "object": ["a": 1, "b": ["c": Plan.pro] as [String: Any]] as [String: Any],
      "missing": missing as Any, "wrapped": Optional("x") as Any, "plan": Plan.pro,
      "product": Product(), "decimal": Decimal(string: "19.99") as Any, "null": NSNull(),
    ]
    analytics.track("Everything", properties: properties)
    let expected: [String: Value] = [
      "text": "a", "whole": 1, "number": 1.5, "yes": true,
      "date": .date(Date(timeIntervalSince1970: 1)), "url": "https://example.com",
      "list": [1, "a", [2]], "object": ["a": 1, "b": ["c": "pro"]], "missing": nil,
      "wrapped": "x", "plan": "pro", "product": ["sku": "A-1"], "decimal": 19.99, "null": nil,
    ]
    #expect(last == expected)
    #expect(analytics.ledger().omittedProperties == 0)
  }

  @Test("Objective-C's values are those of their Swift counterparts")
  func foundation() {
    let properties: [String: Any] = [
      "text": NSString(string: "a"), "whole": NSNumber(value: 7), "number": NSNumber(value: 1.5),
      "yes": NSNumber(value: true), "no": NSNumber(value: false),
      "huge": NSNumber(value: UInt64.max),
      "date": NSDate(timeIntervalSince1970: 1), "list": NSArray(array: [1, "a"]),
      "object": NSDictionary(dictionary: ["a": 1]),
    ]
    analytics.track("Everything", properties: properties)
    let expected: [String: Value] = [
      "text": "a", "whole": 7, "number": 1.5, "yes": true, "no": false, "huge": .double(0x1p64),
      "date": .date(Date(timeIntervalSince1970: 1)), "list": [1, "a"], "object": ["a": 1],
    ]
    #expect(last == expected)
  }

  @Test("a property that is not a value is left out, logged once and counted; the rest is kept")
  func omitted() {
    let cart: [String: Any] = ["sku": "A-1", "image": Image()]
    for _ in 1...2 {
      analytics.track(
        "Cart Viewed", properties: ["cart": cart, "images": [1, Image()] as [Any], "ok": 1])
    }
    #expect(last == ["cart": ["sku": "A-1"], "images": [1, nil], "ok": 1])
    #expect(analytics.ledger().omittedProperties == 4)
    #expect(analytics.ledger().recorded == 2)
    let lines = log.items.filter { $0.code == "event.property" }.map(\.message).sorted()
    #expect(lines.count == 2)
    #expect(
      lines.first?.contains("\"Cart Viewed\": the property cart.image is of the type Image") == true
    )
    #expect(lines.last?.contains("the property images.1 ") == true)
  }

  @Test("lists that are nested too deeply end")
  func deep() {
    var list: [Any] = [1]
    for _ in 1...200 { list = [list] }
    analytics.track("Deep", properties: ["list": list, "ok": 1])
    #expect(last?["ok"] == 1)
    #expect(analytics.ledger().omittedProperties == 1)
  }

  @Test("every call accepts untyped properties")
  func calls() async throws {
    let properties: [String: Any] = ["a": 1, "image": Image()]
    analytics.track("Event", properties: properties)
    analytics.screen("Screen", properties: properties)
    analytics.identify("user", traits: properties)
    analytics.identify(traits: properties)
    analytics.group("acme", traits: properties)
    analytics.endEvent("Ended", properties: properties)
    try await analytics.record("Recorded", properties: properties)
    #expect(
      testing.events.map(\.kind) == [
        .track, .screen, .identify, .identify, .group, .track, .track,
      ])
    #expect(testing.events.allSatisfy { $0.properties == ["a": 1] })
    #expect(analytics.ledger().omittedProperties == 7)
    analytics.superProperties.register(properties: properties)
    #expect(analytics.superProperties.current == ["a": 1])
    #expect(analytics.ledger().omittedProperties == 8)
  }

  @Test("while the SDK opens on another thread, the call does not wait, and counts later")
  func opening() async {
    var configuration = Configuration(destinations: [])
    configuration.opensInBackground = true
    let testing = TestAnalytics(configuration)
    testing.analytics.track("Early", properties: ["image": Image(), "a": 1])
    #expect(await eventually { testing.analytics.ledger().omittedProperties == 1 })
    #expect(testing.events.map(\.properties) == [["a": 1]])
  }
}
