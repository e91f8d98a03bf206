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
      Configuration(destinations: [FirebaseBridge.linked(currency: "EUR")]).testing(clock: clock))
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
}

extension FirebaseBridge {
  /// A bridge to the SDK that is linked.
  fileprivate static func linked(currency: String? = nil) -> FirebaseBridge {
    FirebaseBridge(
      logEvent: { FirebaseAnalytics.Analytics.logEvent($0, parameters: $1) },
      setUserID: { FirebaseAnalytics.Analytics.setUserID($0) },
      setUserProperty: { FirebaseAnalytics.Analytics.setUserProperty($0, forName: $1) },
      currency: currency)
  }
}
#endif
