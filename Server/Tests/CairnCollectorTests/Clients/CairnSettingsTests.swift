import Cairn
import CairnServer
import CairnCollector
import Foundation
import Testing

@Suite("The SDK fetches its remote settings from the collector")
struct CairnSettingsTests {
  /// The machine's clock plus several hours.
  struct LaterClock: Clock {
    var ahead: Milliseconds
    let clock = SystemClock()

    func now() -> Moment {
      let now = clock.now()
      return Moment(wall: now.wall + ahead, continuous: now.continuous + ahead)
    }

    func instant() -> Instant {
      let now = now()
      return Instant(wall: now.wall, nanoseconds: now.continuous.milliseconds * 1_000_000)
    }

    // tidy:allow(sleep) It passes on what it is asked, as a clock does.
    func sleep(untilContinuous time: MonotonicTime) async throws {
      // tidy:allow(sleep) The same.
      try await clock.sleep(untilContinuous: time - ahead)
    }
  }

  /// The real network, which also records the statuses.
  final class Listener: HTTPTransport {
    let statuses = Locked<[Int]>([])
    private let transport = AsyncHTTPClientTransport(timeout: 120)

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      let response = try await transport.send(request)
      statuses.withLock { $0.append(response.status) }
      return response
    }
  }

  let listener = Listener()

  func launch(_ port: Int, _ folder: TemporaryFolder, hours: Int) throws -> Analytics {
    let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
    var configuration = Configuration(writeKey: "a key", endpoint: url)
    configuration.directory = URL(fileURLWithPath: folder.path("journal"))
    configuration.instance = "test"
    configuration.seams.clock = LaterClock(ahead: .hours(hours))
    configuration.remoteSettings = RemoteSettings(
      collector: url, writeKey: "a key", transport: listener)
    configuration.diagnostics = { _ in }
    return Analytics(configuration)
  }

  @Test(
    "a kill switch is fetched, confirmed with 304 and revoked, and no recorded event is lost")
  func killSwitch() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = URL(filePath: folder.path("settings.json"))
    try Data(#"{"enabled":false}"#.utf8).write(to: file)
    // The port may differ: the settings belong to the address from which they were fetched.
    try await TestCollector.run({
      $0.settingsPath = file.path
      $0.writeKeys = ["a key": "project"]
    }) { (running: TestCollector) async throws -> Void in
      let first = try launch(running.port, folder, hours: 0)
      first.track("Before")
      try await eventually("the kill switch holds") { first.track("Asked") == nil }
      let recorded = first.ledger().recorded
      #expect(await first.flush().isComplete)
      #expect(running.collector.statistics().stored == Int(recorded))
      await first.close()
      let second = try launch(running.port, folder, hours: 2)
      #expect(second.track("Still off") == nil)
      try await eventually("it was asked") { listener.statuses.withLock { $0.count } == 2 }
      #expect(second.track("Still off") == nil)
      await second.close()
      try Data(#"{"enabled":true}"#.utf8).write(to: file)
      let third = try launch(running.port, folder, hours: 4)
      try await eventually("it is on again") { third.track("On") != nil }
      await third.close()
      #expect(listener.statuses.withLock { $0 } == [200, 304, 200])
    }
  }
}
