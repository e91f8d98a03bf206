import CairnCollector
import Counterparts

/// The official client library of a vendor whose protocol the collector implements.
enum OfficialClient: String, CaseIterable, Sendable {
  case segment
  case rudderStack = "rudderstack"

  /// Sends an event of every kind to a collector on this port, as specified in batch_client.py.
  func send(to port: Int) async throws {
    try await Python.start("batch_client.py", [rawValue, "http://127.0.0.1:\(port)", "KEY"])
      .finish()
  }

  /// The format in which the client sends the time of every event.
  var timestamp: String {
    switch self {
    case .segment: "2026-11-21T01:46:02.547+00:00"
    case .rudderStack: "2026-11-21T01:46:02.547123+00:00"
    }
  }

  /// The members that the client adds to every event.
  var additions: [String: JSONValue] {
    switch self {
    case .segment: ["integrations": [:]]
    case .rudderStack: ["integrations": ["All": .bool(true)], "channel": "server"]
    }
  }

  /// Whether the traits of `identify` are in the event's context.
  var hasTraitsInContext: Bool { self == .rudderStack }
}
