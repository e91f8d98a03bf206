import Cairn
import CairnTesting
import Foundation
import Testing

/// S-113, S-131, S-133: with and without a network.
@Suite struct ConnectivityTests {
  @Test("offline, a thousand events and all other triggers make no request; then all arrive")
  func offline() async {
    let testing = TestAnalytics()
    testing.host.isOnline = false
    for number in 1...1_000 { testing.analytics.track("Event \(number)") }
    testing.host.enterForeground()
    testing.host.enterBackground()
    await testing.host.untilBackgroundTimeEnds()
    testing.clock.advance(bySeconds: 86_400)
    let result = await testing.analytics.flush()
    #expect(result.destinations.map(\.problem) == ["offline"])
    #expect(testing.destination.batches.isEmpty)
    #expect(testing.analytics.diagnostics.snapshot().destinations[0].deliveries.attempts == 0)
    testing.host.isOnline = true
    let events = await testing.destination.events(atLeast: 1_000)
    let names = events.compactMap { $0.fields?["event"] as? String }
    #expect(names == (1...1_000).map { "Event \($0)" })
  }

  @Test("without a network, waiting events have the reason before any attempt, until it returns")
  func reason() async {
    var configuration = Configuration(destinations: [])
    configuration.flushAt = 100
    let testing = TestAnalytics(configuration)
    func problem() -> String? { testing.analytics.ledger().destinations[0].problem }
    testing.analytics.track("One")
    testing.host.isOnline = false
    #expect(await eventually { problem() == "offline" })
    let lines = "\(testing.analytics.ledger())".split(separator: "\n")
    #expect(lines.last == "recording waits: offline")
    #expect(testing.destination.batches.isEmpty)
    testing.host.isOnline = true
    await testing.analytics.flush()
    #expect(problem() == nil && !"\(testing.analytics.ledger())".contains("waits"))
  }

  @Test("a destination that is added while there is no network waits for it, too")
  func added() async {
    let testing = TestAnalytics()
    testing.host.isOnline = false
    let other = RecordingDestination(name: "other")
    await testing.analytics.addDestination(other)
    testing.analytics.track("One")
    await testing.analytics.flush()
    #expect(other.batches.isEmpty)
    testing.host.isOnline = true
    #expect(await other.events(atLeast: 1).count == 1)
  }

  @Test("destinations on this machine are delivered to without a network")
  func local() async {
    let (near, far) = (
      GatedDestination(host: "http://localhost:8080"), RecordingDestination(name: "far")
    )
    near.open()
    let host = ManualHost()
    host.isOnline = false
    let configuration = Configuration(destinations: [near, far])
    let analytics = Analytics(configuration.testing(clock: ManualClock(), host: host))
    analytics.track("One")
    let result = await analytics.flush()
    #expect(result.destinations.map(\.delivered) == [1, 0])
    #expect(near.batches.count == 1)
  }

  @Test(
    "only this machine's own names and addresses are on this machine",
    arguments: [
      ("localhost", true), ("http://localhost:8080", true), ("https://LOCALHOST", true),
      ("shop.localhost:80", true), ("http://127.0.0.1:9", true), ("127.8.9.1", true),
      ("::1", true), ("http://[::1]:8080", true), ("http://::1:8080", true), ("[::1]", true),
      (nil, false), ("", false), ("example.com", false), ("localhost.example.com", false),
      ("127.0.0.1.example.com", false), ("http://10.0.0.1:80", false), ("128.0.0.1", false),
      ("[2001:db8::1]:80", false), ("2001:db8::1", false), ("127.0.0.300", false),
    ])
  func localHost(host: String?, isLocal: Bool) {
    #expect(LocalHost.matches(host) == isLocal)
  }

  @Test(
    "the host of the server's own destination is recognised", arguments: ["[::1]", "127.0.0.1"])
  func server(host: String) throws {
    let url = try #require(URL(string: "http://\(host):8080/v1/batch"))
    #expect(LocalHost.matches(HTTPDestination(endpoint: url, writeKey: "key").host))
  }

  @Test("while the device saves power, events wait five minutes; otherwise half a minute")
  func lowPower() async {
    let testing = TestAnalytics()
    await testing.analytics.flush()
    testing.host.isLowPower = true
    testing.analytics.track("One")
    await testing.clock.waitForSleeper(forSeconds: 300...300)
    testing.host.isLowPower = false
    await testing.clock.waitForSleeper(forSeconds: 30...30)
    testing.clock.advance(bySeconds: 30)
    #expect(await testing.destination.events(atLeast: 1).count == 1)
  }
}
