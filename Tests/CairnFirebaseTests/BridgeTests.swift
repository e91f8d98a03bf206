import Cairn
import CairnFirebase
import CairnTesting
import Foundation
import Testing

/// The bridge to Firebase's SDK, whose functions the app passes.
@Suite struct BridgeTests {
  /// The calls of the functions, as text.
  final class Calls: Sendable {
    private let lines = Locked<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    var bridge: FirebaseBridge {
      FirebaseBridge(
        logEvent: { [self] name, parameters in
          let pairs = (parameters ?? [:]).map { "\($0.key)=\($0.value)" }.sorted()
          add((["event \(name)"] + pairs).joined(separator: " "))
        },
        setUserID: { [self] id in add("user \(id ?? "nil")") },
        setUserProperty: { [self] value, name in add("property \(name) \(value ?? "nil")") },
        currency: "EUR")
    }

    private func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  let calls = Calls()
  let clock = ManualClock()

  func analytics() -> Analytics {
    var configuration = Configuration(destinations: [calls.bridge])
    configuration.diagnostics = { _ in }
    return Analytics(configuration.testing(clock: clock))
  }

  @Test(
    "events reach Firebase's SDK in order with its names, and an invalid one is refused alone"
  )
  func order() async {
    let analytics = analytics()
    analytics.identify("u1", traits: ["plan": "pro", "seats": 3])
    analytics.screen("Cart", ["count": 2])
    analytics.track("first_open")
    analytics.track("Order Completed", ["order_id": "A-1", "revenue": 39.5])
    analytics.reset()
    analytics.track("Left")
    analytics.alias("u2")
    await analytics.flush()
    let time = clock.now().wall.milliseconds
    #expect(
      calls.all == [
        "user u1", "property plan pro", "property seats 3",
        "user u1", "event screen_view count=2 recorded_at=\(time) screen_name=Cart",
        "user u1",
        "user u1",
        "event purchase currency=EUR recorded_at=\(time) transaction_id=A-1 value=39.5",
        "user nil", "event Left recorded_at=\(time)",
      ])
    let ledger = analytics.ledger()
    #expect(ledger.destinations.map(\.deadLettered) == [1])
    #expect(ledger.destinations.map(\.filtered) == [1])
    #expect(ledger.balances)
    await analytics.close()
  }

  @Test(
    "removed parameters and cut texts for Firebase's SDK are counted, and its main parameters stay")
  func counts() async {
    let analytics = analytics()
    let many = Dictionary(uniqueKeysWithValues: (0..<30).map { ("p\($0)", Value.int($0)) })
    analytics.screen("Cart", many)
    analytics.track("A", ["text": .string(String(repeating: "x", count: 101))])
    await analytics.flush()
    await analytics.close()
    let adjusted = analytics.diagnostics.snapshot().destinations.first?.adjusted
    #expect(adjusted == ["a parameter was left out": 8, "a text was cut": 1])
    let screen = calls.all.first { $0.hasPrefix("event screen_view") }
    #expect(screen?.contains("screen_name=Cart") == true)
  }
}
