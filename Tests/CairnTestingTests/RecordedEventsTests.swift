import Cairn
import CairnTesting
import Foundation
import Testing

/// The matching of events, and the message when nothing matches.
@Suite struct RecordedEventsTests {
  let testing = TestAnalytics()
  var analytics: Analytics { testing.analytics }

  func event(_ properties: [String: Value]) throws -> Event {
    analytics.track("Event", properties)
    return try #require(testing.events.last)
  }

  @Test(
    "values are compared as a server sees them",
    arguments: [
      (99, 99.0, true), (99.0, 99, true), (99, 98, false), (99, "99", false), (true, 1, false),
      (.double(.nan), nil, true), (nil, .double(.infinity), true), (.double(.nan), 0, false),
      (.date(Date(timeIntervalSince1970: 1.0004)), .date(Date(timeIntervalSince1970: 1)), true),
      (.date(Date(timeIntervalSince1970: 1.002)), .date(Date(timeIntervalSince1970: 1)), false),
      ([1, 2], [1.0, 2], true), ([1, 2], [2, 1], false), ([1, 2], [1], false),
      (["a": 1, "b": 2], ["a": 1], true), (["a": 1], ["a": 1, "b": 2], false),
      ([["a": 1, "b": 2]], [["b": 2]], true), (["a": 1], [1], false),
    ] as [(Value, Value, Bool)])
  func values(actual: Value, expected: Value, isSame: Bool) throws {
    let event = try event(["value": actual])
    #expect(ExpectedEvent.track("Event", ["value": expected]).matches(event) == isSame)
  }

  @Test("additional properties count only with exact matching, inside objects too")
  func exactly() throws {
    let event = try event(["a": 1, "b": ["c": 2, "d": nil]])
    #expect(ExpectedEvent.track("Event", ["b": ["c": 2]]).matches(event))
    let expected = ExpectedEvent.track("Event", ["b": ["c": 2]], matching: .exactly)
    #expect(expected.differences(in: event) == ["a: 1, expected none", "b.d: nil, expected none"])
    #expect(
      ExpectedEvent.track("Event", ["a": 1, "b": ["c": 2, "d": nil]], matching: .exactly)
        .matches(event))
    #expect(!ExpectedEvent.track("Event", matching: .exactly).matches(event))
  }

  @Test("differences name the property by its path, and both values")
  func differences() throws {
    let event = try event(["tags": ["new", "sale"], "user": ["name": "A"], "n": 1])
    let expected = ExpectedEvent.track(
      "Event", ["tags": ["new", "old"], "user": ["name": "B", "age": 3], "n": "1"])
    #expect(
      expected.differences(in: event) == [
        #"n: 1 instead of "1""#, #"tags[1]: "sale" instead of "old""#,
        "user.age: missing, expected 3", #"user.name: "A" instead of "B""#,
      ])
  }

  @Test("a slip in the name, another kind and other properties are shown as the nearest, in turn")
  func nearest() {
    analytics.track("order completed", ["total": 99])
    analytics.track("Sign Up")
    analytics.screen("Order Completed", ["total": 99])
    analytics.track("Order Completed", ["total": 1])
    #expect(
      testing.recorded.failure(expecting: .track("Order Completed", ["total": 99])) == """
        expected track "Order Completed" with total: 99; it was not recorded.
        Nearest:
          4. track "Order Completed" [total: 1]
               total: 1 instead of 99
          3. screen "Order Completed" [total: 99]
               kind: screen instead of track
          1. track "order completed" [total: 99]
               name: "order completed" instead of "Order Completed"
        Recorded, in order:
          1. track "order completed" [total: 99]
          2. track "Sign Up"
          3. screen "Order Completed" [total: 99]
          4. track "Order Completed" [total: 1]
        """)
  }

  @Test("a wrong count lists the counted events")
  func count() {
    for total in [1, 2, 1] { analytics.track("Sale", ["total": .int(total)]) }
    let recorded = testing.recorded
    #expect(recorded.failure(expecting: "Sale", count: 3) == nil)
    #expect(recorded.failure(expecting: .track("Sale", ["total": 1]), count: 2) == nil)
    #expect(
      recorded.failure(expecting: .track("Sale", ["total": 1]), count: 1) == """
        expected track "Sale" with total: 1, once; it was recorded 2 times, as events 1, 3.
        Recorded, in order:
          1. track "Sale" [total: 1]
          2. track "Sale" [total: 2]
          3. track "Sale" [total: 1]
        """)
    #expect(recorded.failure(expecting: "Sale", count: 0) != nil)
    #expect(recorded.failure(expecting: "Gone", count: 0) == nil)
  }

  @Test("an unexpected event is reported with its place")
  func none() {
    analytics.track("A")
    analytics.group("acme", traits: ["size": 3])
    #expect(testing.recorded.failure(expectingNo: .group("acme", traits: ["size": 4])) == nil)
    #expect(
      testing.recorded.failure(expectingNo: .group("acme")) == """
        expected no group "acme"; it was recorded once, as event 2.
        Recorded, in order:
          1. track "A"
          2. group "acme" [size: 3]
        """)
    #expect(testing.recorded.failureExpectingNothing()?.hasPrefix("expected that nothing") == true)
  }

  @Test(
    "an order is kept with other events in between, and a failure has the place where it breaks")
  func order() {
    for name in ["A", "B", "C", "A"] { analytics.track(name) }
    let recorded = testing.recorded
    #expect(recorded.failure(expectingInOrder: ["A", "C", "A"]) == nil)
    #expect(recorded.failure(expectingInOrder: []) == nil)
    let failure = recorded.failure(expectingInOrder: ["A", "C", "B"])
    #expect(
      failure?.split(separator: "\n").first == """
        expected in order: track "A", then track "C", then track "B"; \
        after event 3 there is no track "B", but event 2 is one.
        """)
  }

  @Test("one event does not satisfy two expectations")
  func once() {
    analytics.track("A")
    #expect(testing.recorded.failure(expectingInOrder: ["A", "A"]) != nil)
    #expect(testing.recorded.failure(expectingOnly: ["A", "A"]) != nil)
    #expect(testing.recorded.failure(expectingOnly: ["A"]) == nil)
    #expect(testing.recorded.failure(expectingOnly: []) != nil)
  }

  @Test("an expectation of exactly these events names the first place that differs")
  func only() {
    for name in ["A", "B", "C"] { analytics.track(name) }
    let failure = testing.recorded.failure(expectingOnly: ["A", "C"])
    #expect(
      failure == """
        expected these and no others: track "A", then track "C"; at 2, track "B" instead of track "C".
        Recorded, in order:
          1. track "A"
          2. track "B"
          3. track "C"
        """)
  }

  @Test("refused calls are not events, and a failure has the reason")
  func refused() {
    analytics.track("")
    #expect(testing.events.isEmpty)
    #expect(
      testing.recorded.failure(expecting: .alias("user-1")) == """
        expected alias "user-1"; it was not recorded.
        Nothing was recorded.
        Not recorded: 1, because its name or identifier is empty (nameMissing).
        """)
  }

  @Test("a long list is cut")
  func long() {
    for number in 1...60 { analytics.track("Event \(number)") }
    let lines = testing.recorded.failure(expecting: "Nothing Like It")?.split(separator: "\n")
    #expect(lines?.count == 53)
    #expect(lines?.last == "  and 10 more")
  }
}
