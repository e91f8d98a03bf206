import Cairn
import CairnContent
import Foundation

/// Encodes a group as an event of Adobe's data model.
enum EdgeEvent {
  /// Returns the event as JSON.
  ///
  /// With `measures`, the measures are added to the extras; extras of the caller take precedence.
  static func json(_ metrics: ContentMetrics, measures: Bool = false) -> [UInt8] {
    var text = OutputBuffer(capacity: 512)
    text.append(#"{"xdm":{"eventType":"content.contentEngagement","_id":"#)
    text.appendJSON(metrics.id.uuidString)
    text.append(#","timestamp":""#)
    text.appendTimestamp(WallTime(milliseconds: metrics.last))
    text.append(#"","experienceContent":"#)
    text.appendSorted(.object(content(metrics, extras(metrics, measures: measures))))
    text.append("}}")
    return Array(text.bytes)
  }

  private static func extras(_ metrics: ContentMetrics, measures: Bool) -> [String: Value]? {
    guard measures, let told = metrics.measures?.told else { return metrics.extras }
    return (metrics.extras ?? [:]).merging(told) { said, _ in said }
  }

  private static func content(
    _ metrics: ContentMetrics, _ extras: [String: Value]?
  ) -> [String: Value] {
    var content: [String: Value] = ["channel": "mobile", "idSource": "ContentAnalytics"]
    switch metrics.group.subject {
    case .asset(let url):
      content["assets"] = [.object(asset(url, metrics, extras))]
    case .experience(let id):
      content["experience"] = .object(experience(id, metrics, extras))
      let assets = metrics.assets.map { attached($0, metrics.group.location ?? id) }
      if !assets.isEmpty { content["assets"] = .array(assets) }
    }
    return content
  }

  private static func asset(
    _ url: String, _ metrics: ContentMetrics, _ extras: [String: Value]?
  ) -> [String: Value] {
    var asset: [String: Value] = [
      "assetID": .string(url), "assetViews": number(metrics.views),
      "assetClicks": number(metrics.clicks),
    ]
    if let location = metrics.group.location { asset["assetSource"] = .string(location) }
    if let extras { asset["assetExtras"] = texts(extras) }
    return asset
  }

  private static func experience(
    _ id: String, _ metrics: ContentMetrics, _ extras: [String: Value]?
  ) -> [String: Value] {
    var experience: [String: Value] = [
      "experienceID": .string(id), "experienceChannel": "mobile",
      "experienceSource": .string(metrics.group.location ?? "mobile-app"),
      "experienceViews": number(metrics.views), "experienceClicks": number(metrics.clicks),
    ]
    if let extras { experience["experienceExtras"] = texts(extras) }
    return experience
  }

  /// Returns an asset of an experience, with counts of zero because separate events report its
  /// interactions.
  private static func attached(_ url: String, _ source: String) -> Value {
    [
      "assetID": .string(url), "assetSource": .string(source), "assetViews": number(0),
      "assetClicks": number(0),
    ]
  }

  /// The data model requires a decimal number.
  private static func number(_ count: Int) -> Value { ["value": .double(Double(count))] }

  private static func texts(_ extras: [String: Value]) -> Value {
    .object(extras.mapValues { .string($0.printed) })
  }
}
