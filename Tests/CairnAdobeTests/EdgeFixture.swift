import Cairn
import CairnAdobe
import CairnContent
import CairnTesting
import Foundation

/// An app that sends to a stub of the network, on a device in memory.
struct EdgeFixture {
  let clock = ManualClock()
  let storage = TestStorage()
  let network = RecordingTransport()
  var settings = ContentConfiguration(["edge.configId": "ds-default"])

  /// The log lines of the SDK.
  let said = Lines()
  var identity = AdobeIdentity.derived()

  final class Lines: Sendable {
    let items = Locked<[String]>([])
  }

  func launch(_ endpoint: AdobeEdgeDestination.Endpoint = .interact) -> ContentAnalytics {
    var own = Configuration(destinations: [edge(settings, endpoint)])
    own.syncPolicy = .never
    own.diagnostics = { [said] line in
      said.items.withLock { $0.append("\(line.level) \(line.code): \(line.message)") }
    }
    let analytics = Analytics(own.testing(clock: clock, storage: storage))
    return ContentAnalytics(analytics, settings) { edge($0, endpoint) }
  }

  private func edge(
    _ settings: ContentConfiguration, _ endpoint: AdobeEdgeDestination.Endpoint
  ) -> AdobeEdgeDestination {
    AdobeEdgeDestination(
      settings, endpoint: endpoint, identity: identity, transport: network)
  }

  var bodies: [[String: Any]] { network.requests.map(\.json) }

  /// The received experience content, in order.
  var content: [[String: Any]] { network.requests.flatMap(\.content) }
  var identifiers: [String] { network.requests.flatMap(\.identifiers) }
}

extension HTTPRequest {
  var json: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
  }

  var events: [[String: Any]] {
    (json["events"] as? [[String: Any]] ?? []).compactMap { $0["xdm"] as? [String: Any] }
  }

  var content: [[String: Any]] { events.compactMap { $0["experienceContent"] as? [String: Any] } }
  /// The assets of its groups.
  var urls: [String] {
    content.flatMap { $0["assets"] as? [[String: Any]] ?? [] }
      .compactMap { $0["assetID"] as? String }
  }

  var identifiers: [String] { events.compactMap { $0["_id"] as? String } }

  /// The entries of the state in the request, as `key=value`.
  var state: [String] {
    let meta = json["meta"] as? [String: Any]
    let entries = (meta?["state"] as? [String: Any])?["entries"] as? [[String: Any]]
    return (entries ?? []).map { "\($0["key"] ?? "")=\($0["value"] ?? "")" }
  }
}

/// Returns the same text for equal JSON.
func canonical(_ json: Any) -> String {
  let data = try? JSONSerialization.data(withJSONObject: json, options: .sortedKeys)
  return data.map { String(decoding: $0, as: UTF8.self) } ?? "\(json)"
}

func canonical(text: String) throws -> String {
  canonical(try JSONSerialization.jsonObject(with: Data(text.utf8)))
}

extension RecordingTransport.Answer {
  static func body(_ text: String, status: Int = 200) -> RecordingTransport.Answer {
    .response(HTTPResponse(status: status, body: Array(text.utf8)))
  }

  static func wait(_ status: Int, _ header: String) -> RecordingTransport.Answer {
    .response(HTTPResponse(status: status, headers: ["Retry-After": header]))
  }
}
