#if canImport(FirebaseAnalytics)
import Cairn
import CairnFirebase
import CairnTesting
import FirebaseAnalytics
import Testing

@Suite(.serialized) struct FirebaseBridgeTests {
  @Test(
    "Firebase's SDK is handed events in its own words, and what it would refuse is refused alone")
  func handsOver() async throws {
    let clock = ManualClock()
    _ = StubFirebase.shared.take()
    let analytics = Cairn.Analytics(
      Configuration(destinations: [FirebaseBridge(currency: "EUR")]).testing(clock: clock))
    analytics.identify("u1", traits: ["plan": "pro", "seats": 3])
    analytics.screen("Cart", ["count": 2])
    analytics.track("first_open")
    analytics.track("Order Completed", ["order_id": "A-1", "revenue": 39.5])
    analytics.group("acme")
    analytics.alias("u2")
    await analytics.flush()
    let time = clock.now().wall.milliseconds
    #expect(
      StubFirebase.shared.take() == [
        "user u1", "property plan pro", "property seats 3",
        "user u1", "event screen_view count=2 recorded_at=\(time) screen_name=Cart",
        "user u1",
        "user u1",
        "event purchase currency=EUR recorded_at=\(time) transaction_id=A-1 value=39.5",
        "user u1", "event join_group group_id=acme recorded_at=\(time)",
      ])
    let ledger = analytics.ledger()
    #expect(ledger.destinations.map(\.deadLettered) == [1])
    #expect(ledger.destinations.map(\.filtered) == [1])
    #expect(ledger.balances)
  }

  @Test("what is cut for Firebase's SDK is counted, and is never what the event is about")
  func counts() async {
    var configuration = Configuration(destinations: [FirebaseBridge()])
    configuration.diagnostics = { _ in }
    let analytics = Cairn.Analytics(configuration.testing(clock: ManualClock()))
    let many = Dictionary(uniqueKeysWithValues: (0..<30).map { ("p\($0)", Value.int($0)) })
    analytics.screen("Cart", many)
    analytics.track("A", ["text": .string(String(repeating: "x", count: 101))])
    await analytics.flush()
    await analytics.close()
    let adjusted = analytics.diagnostics.snapshot().destinations.first?.adjusted
    #expect(adjusted == ["a parameter was left out": 8, "a text was cut": 1])
    let screen = StubFirebase.shared.take().first { $0.hasPrefix("event screen_view") }
    #expect(screen?.contains("screen_name=Cart") == true)
  }
}
#endif
