import Cairn
import CairnAdobe
import CairnContent
import CairnTesting
import CrashSupport
import Foundation
import Testing

/// The crash scenarios of the documents, each with a real SIGKILL.
@Suite struct ContentKillTests {
  /// A network that kills this process when a request is sent.
  struct Deadly: HTTPTransport {
    /// The file to which the body is written first, one line for each request.
    var log: String?

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      if let log {
        let before = FileManager.default.contents(atPath: log) ?? Data()
        try (before + Data(request.body) + Data("\n".utf8)).write(to: URL(fileURLWithPath: log))
      }
      killThisProcess()
      return HTTPResponse(status: 200)
    }
  }

  static func launch(
    _ path: String, _ network: any HTTPTransport, clock: ManualClock? = nil,
    interval: Double = 600_000
  ) -> ContentAnalytics {
    var settings = ContentConfiguration([
      "edge.configId": "ds", "contentanalytics.sendsMeasures": true,
    ])
    // The interval is long enough for a slow machine.
    settings.batchFlushInterval = interval
    var configuration = Configuration(
      writeKey: "test", destinations: [AdobeEdgeDestination(settings, transport: network)])
    configuration.directory = Scratch(at: path).url
    if let clock { configuration.seams.clock = clock }
    return ContentAnalytics(Analytics(configuration), settings)
  }

  /// Returns the views in the sent events, by `_id`.
  private func views(_ network: RecordingTransport) -> [String: Double] {
    network.requests.reduce(into: [:]) { views, request in
      views.merge(Self.views(Data(request.body))) { _, last in last }
    }
  }

  /// Returns the views in one request.
  private static func views(_ body: Data) -> [String: Double] {
    numbers(body).mapValues { $0[0] }
  }

  /// Returns the views and clicks of a request, by `_id`.
  private static func numbers(_ body: Data) -> [String: [Double]] {
    let json = try? JSONSerialization.jsonObject(with: body) as? [String: Any]
    var numbers: [String: [Double]] = [:]
    for event in json?["events"] as? [[String: Any]] ?? [] {
      let model = event["xdm"] as? [String: Any]
      let content = model?["experienceContent"] as? [String: Any]
      let asset = (content?["assets"] as? [[String: Any]])?.first
      numbers[model?["_id"] as? String ?? ""] = ["assetViews", "assetClicks"].map {
        (asset?[$0] as? [String: Any])?["value"] as? Double ?? 0
      }
    }
    return numbers
  }

  @Test("five views before SIGKILL and five after it are one event of ten")
  func whileBatching() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.path as String] in
      let content = ContentKillTests.launch(path, Deadly())
      for _ in 1...5 { content.trackAssetView("A") }
      killThisProcess()
    }
    let network = RecordingTransport()
    let content = Self.launch(scratch.path, network)
    for _ in 1...5 { content.trackAssetView("A") }
    await content.analytics.flush()
    #expect(Array(views(network).values) == [10])
    await content.analytics.close()
  }

  @Test(
    "a process killed by SIGKILL during a request sends the same event again, which counts once"
  )
  func whileSending() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    for _ in 1...2 {
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.path as String] in
        let content = ContentKillTests.launch(path, Deadly(log: path + "/sent"))
        if content.analytics.ledger().destinations.allSatisfy({ $0.pending == 0 }) {
          for _ in 1...10 { content.trackAssetView("A") }
        }
        await content.analytics.flush()
      }
    }
    let network = RecordingTransport()
    let content = Self.launch(scratch.path, network)
    await content.analytics.flush()
    let last = views(network)
    #expect(Array(last.values) == [10])
    let sent = try Data(contentsOf: URL(fileURLWithPath: scratch.path + "/sent"))
    #expect(sent.split(separator: UInt8(ascii: "\n")).map { Self.views($0) } == [last, last])
    #expect(content.analytics.ledger().destinations.map(\.pending) == [0])
    await content.analytics.close()
  }

  @Test("one view and two clicks before a SIGKILL are counted once each after it")
  func timeline() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.path as String] in
      let clock = ManualClock()
      let content = ContentKillTests.launch(path, Deadly(), clock: clock, interval: 2_000)
      content.trackAssetView("A")
      clock.advance(bySeconds: 0.5)
      content.trackAssetClick("B")
      clock.advance(bySeconds: 0.5)
      content.trackAssetClick("B")
      killThisProcess()
    }
    let network = RecordingTransport()
    let clock = ManualClock()
    let content = Self.launch(scratch.path, network, clock: clock, interval: 2_000)
    await clock.waitForSleeper(forSeconds: 2...2)
    #expect(network.requests.isEmpty)
    await content.analytics.flush()
    let sent = network.requests.flatMap { Array(Self.numbers(Data($0.body)).values) }
    #expect(Set(sent) == [[1, 0], [0, 2]])
    #expect(sent.count == 2)
    #expect(network.requests.count == 1)
    #expect(content.analytics.ledger().destinations.map(\.pending) == [0])
    await content.analytics.close()
  }

  /// Returns the seconds of dwell time in the sent events.
  private func dwell(_ network: RecordingTransport) -> [String] {
    network.requests.compactMap { request in
      String(decoding: request.body, as: UTF8.self)
        .firstMatch(of: /"dwellSeconds":"([0-9.]+)"/).map { String($0.1) }
    }
  }

  @Test("measurements before SIGKILL count once, and an unfinished one leaves its view")
  func whileLooking() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.path as String] in
      let clock = ManualClock()
      let content = ContentKillTests.launch(path, Deadly(), clock: clock)
      let first = content.exposure(of: .asset("A"))
      first.update(ContentVisibility(fraction: 1))
      clock.advance(bySeconds: 2.5)
      first.end()
      let second = content.exposure(of: .asset("A"))
      second.update(ContentVisibility(fraction: 1))
      clock.advance(bySeconds: 4)
      second.update(ContentVisibility(fraction: 0.9))
      killThisProcess()
    }
    let network = RecordingTransport()
    let content = Self.launch(scratch.path, network)
    await content.analytics.flush()
    #expect(Array(views(network).values) == [2])
    #expect(dwell(network) == ["2.5"])
    await content.analytics.close()
  }

  @Test("a view before the background and a SIGKILL by the system is sent after the next start")
  func inTheBackground() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.path as String] in
      let content = ContentKillTests.launch(path, Deadly())
      let id = content.trackAssetView("A")
      content.analytics.engine?.handle(.background)
      // The request ends this process before this returns.
      if let id { _ = try? await content.analytics.waitForDelivery(of: id) }
    }
    let network = RecordingTransport()
    let content = Self.launch(scratch.path, network)
    // Nothing else requests the delivery.
    _ = await network.requests(atLeast: 1)
    #expect(Array(views(network).values) == [1])
    await content.analytics.close()
  }
}
