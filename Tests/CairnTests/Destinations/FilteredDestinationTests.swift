import Cairn
import CairnTesting
import Foundation
import Testing

/// Filters in front of any destination.
@Suite struct FilteredDestinationTests {
  let clock = ManualClock()

  /// Returns the names of what arrives, and the row of the ledger.
  private func arrived(
    _ filter: (RecordingDestination) -> any Destination, _ track: (Analytics) -> Void
  ) async throws -> ([String], Ledger.Row) {
    let server = RecordingDestination()
    let analytics = await launch(Configuration(destinations: [filter(server)]), clock)
    track(analytics)
    await analytics.flush()
    let names = server.acceptedEvents.compactMap { DecodedEvent($0) }.map { event in
      event.name.isEmpty ? event.kind.name : event.name
    }
    return (names, try #require(analytics.ledger().destinations.first))
  }

  private func shop(_ analytics: Analytics) {
    analytics.identify("user")
    analytics.track("Order Completed", ["total": 10])
    analytics.track("Order Cancelled", ["total": 20])
    analytics.screen("Start")
    analytics.group("acme")
  }

  @Test("a closure decides; what it does not accept is counted as filtered")
  func closure() async throws {
    let (names, row) = try await arrived({ $0.filter { $0.name.hasPrefix("Order") } }, shop)
    #expect(names == ["Order Completed", "Order Cancelled"])
    #expect(row.filtered == 3)
    #expect(row.pending == 0)
    #expect(row.balances)
  }

  @Test("names apply to the events that have them, and kinds to all events")
  func namesAndKinds() async throws {
    #expect(
      try await arrived({ $0.filter(names: ["Start"]) }, shop).0 == ["Start"])
    #expect(
      try await arrived({ $0.filter(excludingNames: ["Start", "Order Cancelled"]) }, shop).0
        == ["identify", "Order Completed", "acme"])
    #expect(try await arrived({ $0.filter(kinds: [.screen]) }, shop).0 == ["Start"])
  }

  @Test("each destination of a list gets a filter, whatever its type")
  func list() async throws {
    let (one, two) = (RecordingDestination(name: "one"), RecordingDestination(name: "two"))
    let all: [any Destination] = [one, two]
    let analytics = await launch(
      Configuration(destinations: all.map { $0.filter(kinds: [.track]).filter(names: ["A"]) }),
      clock)
    for name in ["A", "B"] { analytics.track(name) }
    analytics.screen("A")
    await analytics.flush()
    for server in [one, two] {
      #expect(server.acceptedEvents.compactMap { DecodedEvent($0)?.name } == ["A"])
    }
  }

  @Test("filters that follow one another must all accept an event")
  func both() async throws {
    let (names, _) = try await arrived(
      { $0.filter(kinds: [.track]).filter { $0.properties["total"]?.intValue ?? 0 > 15 } }, shop)
    #expect(names == ["Order Cancelled"])
  }

  @Test("a sample has always the same users, about as many as asked, and grows with the fraction")
  func sample() async throws {
    var users: [Double: Set<String>] = [:]
    for fraction in [0, 0.1, 0.25, 0.5, 1, 2, -1, .nan] {
      let (names, _) = try await arrived({ $0.sample(usersFraction: fraction) }) { analytics in
        for user in 0..<400 {
          analytics.identify("user \(user)")
          analytics.track("Seen \(user)")
        }
      }
      users[fraction] = Set(names.filter { $0.hasPrefix("Seen") })
      if fraction.isNaN { #expect(names.isEmpty) }
    }
    #expect(users[0] == [] && users[-1] == [])
    #expect(users[1]?.count == 400 && users[2]?.count == 400)
    let (tenth, quarter, half) = (users[0.1] ?? [], users[0.25] ?? [], users[0.5] ?? [])
    #expect((20...60).contains(tenth.count))
    #expect((70...130).contains(quarter.count))
    #expect((160...240).contains(half.count))
    #expect(tenth.isSubset(of: quarter) && quarter.isSubset(of: half))
  }

  private struct Queue: FlushableDestination {
    let name = "queue"
    let flushes = Log<Void>()
    func deliver(_ batch: Batch) async -> Outcome { .accepted }
    func flush() async { flushes.append(()) }
  }

  @Test(
    "a filtered destination keeps the queue, the background requests and the host of its base")
  func abilities() async throws {
    let queue = Queue()
    let analytics = await launch(
      Configuration(destinations: [queue.filter(kinds: [.track])]), clock)
    let before = queue.flushes.items.count
    await analytics.flush()
    #expect(queue.flushes.items.count == before + 1)
    let url = try #require(URL(string: "https://example.com/v1/batch"))
    let http = HTTPDestination(endpoint: url, writeKey: "key")
    let filtered = http.filter(kinds: [.track])
    #expect(filtered as Any is any BackgroundDestination)
    #expect(!(queue.filter(kinds: []) as Any is any BackgroundDestination))
    #expect(!(filtered as Any is any FlushableDestination))
    #expect(filtered.name == http.name)
    #expect(filtered.host == http.host)
    #expect(filtered.settings == http.settings)
    #expect(filtered.limits == http.limits)
    #expect(filtered.mixesContexts == http.mixesContexts)
  }

  @Test("a filter that is removed in the next version continues at the cursor")
  func removed() async throws {
    let server = RecordingDestination()
    let storage = TestStorage()
    let first = Analytics(
      Configuration(destinations: [server.filter(names: ["A"])]).testing(
        clock: clock, storage: storage))
    first.track("A")
    first.track("B")
    await first.close()
    let second = Analytics(
      Configuration(destinations: [server]).testing(clock: clock, storage: storage))
    second.track("C")
    await second.close()
    #expect(server.acceptedEvents.compactMap { DecodedEvent($0)?.name } == ["A", "C"])
    #expect(second.ledger().balances)
  }
}
