import Cairn
import CairnCloudEvents
import CairnTesting
import Foundation
import Testing

/// The response 410, with which a receiver requests that nothing more is sent.
@Suite struct CloudEventsGoneTests {
  let clock = ManualClock()
  let network = RecordingTransport(.status(410))

  func destination(
    _ statuses: StatusTable = .webhook, path: String = "events"
  ) throws -> CloudEventsDestination {
    CloudEventsDestination(
      endpoint: try #require(URL(string: "https://example.com/\(path)")), source: "/shop",
      types: "com.example", statuses: statuses, transport: network)
  }

  func launch(
    _ destination: CloudEventsDestination, _ storage: TestStorage = TestStorage()
  ) -> Analytics {
    var configuration = Configuration(destinations: [destination])
    configuration.syncPolicy = .never
    configuration.diagnostics = { _ in }
    return Analytics(configuration.testing(clock: clock, storage: storage))
  }

  @Test("after a 410 nothing is sent, after any time and any flush")
  func gone() async throws {
    let analytics = launch(try destination())
    analytics.track("A")
    await analytics.flush()
    for _ in 1...3 {
      await clock.waitForSleeper(forSeconds: 300...300)
      clock.advance(bySeconds: 300)
    }
    analytics.track("B")
    await analytics.flush()
    #expect(network.requests.count == 1)
    #expect(analytics.ledger().destinations.map(\.pending) == [2])
    await analytics.close()
  }

  @Test(
    "a destination that is added again is tried, and gets all events",
    arguments: ["events", "others"])
  func addedAnew(path: String) async throws {
    let analytics = launch(try destination())
    analytics.track("A")
    await analytics.flush()
    await analytics.addDestination(try destination(path: path))
    analytics.track("B")
    await analytics.flush()
    #expect(network.requests.last?.url.path == "/\(path)")
    #expect(analytics.ledger().destinations.map(\.delivered) == [2])
    await analytics.close()
  }

  @Test("after a 410 the next launch tries the destination again")
  func launchedAnew() async throws {
    let storage = TestStorage()
    let first = launch(try destination(), storage)
    first.track("A")
    await first.flush()
    await first.close()
    let second = launch(try destination(), storage)
    await second.flush()
    #expect(second.ledger().destinations.map(\.delivered) == [1])
    await second.close()
  }

  @Test("a 410 with another configured meaning has that meaning")
  func otherMeaning() async throws {
    var statuses = StatusTable.webhook
    statuses[410] = .later
    let analytics = launch(try destination(statuses))
    analytics.track("A")
    await analytics.flush()
    await analytics.flush()
    #expect(analytics.ledger().destinations.map(\.delivered) == [1])
    await analytics.close()
  }
}
