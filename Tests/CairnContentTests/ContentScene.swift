import Cairn
import CairnContent
import CairnTesting

/// An app with content analytics, on a device in memory, that can be launched again.
final class ContentScene: Sendable {
  let clock = ManualClock()
  let storage = TestStorage()
  private let log = Lines()
  /// Behind `ContentEngagement`, or whatever else counts.
  let server = RecordingDestination(name: "server")

  /// Starts the SDK; returns when delivery has begun.
  func launch(
    _ configuration: ContentConfiguration = ContentConfiguration(), host: ManualHost = ManualHost()
  ) -> ContentAnalytics {
    var own = Configuration(destinations: [ContentEngagement(to: server, configuration)])
    // Its sleep of two seconds would be taken for that of a batch.
    own.syncPolicy = .never
    own.diagnostics = { [log] line in
      log.items.withLock { $0.append("\(line.level) \(line.code): \(line.message)") }
    }
    let analytics = Analytics(own.testing(clock: clock, storage: storage, host: host))
    return ContentAnalytics(analytics, configuration) { [server] in
      ContentEngagement(to: server, $0)
    }
  }

  var lines: [String] { log.items.withLock { $0 } }

  private final class Lines: Sendable {
    let items = Locked<[String]>([])
  }

  /// What arrived: key, place, views and clicks.
  var counted: [String] { server.events.compactMap(Self.text) }

  static func text(_ event: StoredEvent) -> String? {
    guard let properties = event.fields?["properties"] as? [String: Any] else { return nil }
    let key = properties["asset"] ?? properties["experience"] ?? ""
    let place = properties["location"].map { "@\($0)" } ?? ""
    return "\(key)\(place) \(properties["views"] ?? "") \(properties["clicks"] ?? "")"
  }
}

extension ContentAnalytics {
  /// Ends without a delivery: what waits is left to the next launch.
  func close() async { await analytics.engine?.stop() }
}
