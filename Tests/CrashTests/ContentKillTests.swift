import Cairn
import CairnAdobe
import CairnContent
import CairnTesting
import Foundation
import Testing

/// The documents' scenarios of crashes, each with a real SIGKILL.
@Suite struct ContentKillTests {
  /// Kills this process when it is sent to.
  struct Deadly: HTTPTransport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      killThisProcess()
      return HTTPResponse(status: 200)
    }
  }

  static func launch(
    _ path: String, _ network: any HTTPTransport, clock: ManualClock? = nil
  ) -> ContentAnalytics {
    var settings = ContentConfiguration([
      "edge.configId": "ds", "contentanalytics.sendsMeasures": true,
    ])
    // However slow the machine is.
    settings.batchFlushInterval = 600_000
    var configuration = Configuration(
      writeKey: "test", destinations: [AdobeEdge(settings, transport: network)])
    configuration.directory = Scratch(at: path).url
    if let clock { configuration.seams.clock = clock }
    return ContentAnalytics(Analytics(configuration), settings)
  }

  /// Views in what was sent, by `_id`.
  private func views(_ network: RecordingTransport) -> [String: Double] {
    var views: [String: Double] = [:]
    for request in network.requests {
      let json = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
      for event in json?["events"] as? [[String: Any]] ?? [] {
        let model = event["xdm"] as? [String: Any]
        let content = model?["experienceContent"] as? [String: Any]
        let asset = (content?["assets"] as? [[String: Any]])?.first
        let number = (asset?["assetViews"] as? [String: Any])?["value"] as? Double
        views[model?["_id"] as? String ?? ""] = number
      }
    }
    return views
  }

  @Test("five views, SIGKILL, five views more: one event of ten")
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
    "ten views, SIGKILL in the sending, and another one: the same event comes again, and counts once"
  )
  func whileSending() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    for _ in 1...2 {
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.path as String] in
        let content = ContentKillTests.launch(path, Deadly())
        if content.analytics.ledger().destinations.allSatisfy({ $0.pending == 0 }) {
          for _ in 1...10 { content.trackAssetView("A") }
        }
        await content.analytics.flush()
      }
    }
    let network = RecordingTransport()
    let content = Self.launch(scratch.path, network)
    await content.analytics.flush()
    #expect(Array(views(network).values) == [10])
    #expect(content.analytics.ledger().destinations.map(\.pending) == [0])
    await content.analytics.close()
  }

  /// Seconds of attention in what was sent.
  private func dwell(_ network: RecordingTransport) -> [String] {
    network.requests.compactMap { request in
      String(decoding: request.body, as: UTF8.self)
        .firstMatch(of: /"dwellSeconds":"([0-9.]+)"/).map { String($0.1) }
    }
  }

  @Test("what was measured before SIGKILL counts once, and of what was not ended there is the view")
  func whileLooking() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.path as String] in
      let clock = ManualClock()
      let content = ContentKillTests.launch(path, Deadly(), clock: clock)
      let first = content.exposure(of: .asset("A"))
      first.see(Visibility(fraction: 1))
      clock.advance(bySeconds: 2.5)
      first.end()
      let second = content.exposure(of: .asset("A"))
      second.see(Visibility(fraction: 1))
      clock.advance(bySeconds: 4)
      second.see(Visibility(fraction: 0.9))
      killThisProcess()
    }
    let network = RecordingTransport()
    let content = Self.launch(scratch.path, network)
    await content.analytics.flush()
    #expect(Array(views(network).values) == [2])
    #expect(dwell(network) == ["2.5"])
    await content.analytics.close()
  }

  @Test("a view, the background, SIGKILL by the system: it is sent after the next start")
  func inTheBackground() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.path as String] in
      let content = ContentKillTests.launch(path, Deadly())
      let id = content.trackAssetView("A")
      content.analytics.engine?.hear(.background)
      // The sending ends this process first.
      if let id { _ = try? await content.analytics.delivered(id) }
    }
    let network = RecordingTransport()
    let content = Self.launch(scratch.path, network)
    await content.analytics.flush()
    #expect(Array(views(network).values) == [1])
    await content.analytics.close()
  }
}
