import Cairn
import CairnContent
import CairnTesting

/// An app with content analytics, on a device in memory, that can be launched repeatedly.
final class ContentFixture: Sendable {
  let clock = ManualClock()
  let storage = TestStorage()
  private let log = Lines()
  /// The destination behind `ContentEngagement`, or behind another one that counts.
  let server = RecordingDestination(name: "server")

  /// Starts the SDK; returns when delivery has begun.
  func launch(
    _ configuration: ContentConfiguration = ContentConfiguration(), host: ManualHost = ManualHost()
  ) -> ContentAnalytics {
    var own = Configuration(destinations: [ContentEngagement(to: server, configuration)])
    // Its sleep of two seconds could be mistaken for that of a batch.
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

  /// The received counts: key, location, views and clicks.
  var counted: [String] { server.events.compactMap(Self.text) }

  static func text(_ event: StoredEvent) -> String? {
    guard let properties = event.fields?["properties"] as? [String: Any] else { return nil }
    let key = properties["asset"] ?? properties["experience"] ?? ""
    let place = properties["location"].map { "@\($0)" } ?? ""
    return "\(key)\(place) \(properties["views"] ?? "") \(properties["clicks"] ?? "")"
  }
}

extension ContentAnalytics {
  /// Closes without a delivery: waiting events are left to the next launch.
  func close() async { await analytics.engine?.stop() }
}
