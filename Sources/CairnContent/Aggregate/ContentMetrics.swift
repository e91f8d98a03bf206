public import Cairn
public import Foundation

/// The aggregated metrics of a group of interactions.
public struct ContentMetrics: Hashable, Sendable {
  /// The group to which the metrics apply.
  public let group: ContentGroup
  /// The number of views.
  public private(set) var views = 0
  /// The number of clicks.
  public private(set) var clicks = 0
  /// The sum of the measures of all interactions that have any; nil if none has.
  public private(set) var measures: ContentMeasures?
  /// The assets of the experience, from the last interaction that has any.
  public private(set) var assets: [String] = []
  /// The time of the earliest interaction, in milliseconds since 1970.
  public private(set) var first: Int64
  /// The time of the latest interaction, in milliseconds since 1970.
  public private(set) var last: Int64
  /// The IDs of the aggregated events, in the order in which they were added.
  public private(set) var events: [EventID] = []
  private var given: [[String: Value]] = []

  init(_ first: ContentInteraction) {
    group = first.group
    (self.first, last) = (first.milliseconds, first.milliseconds)
    add(first)
  }

  mutating func add(_ interaction: ContentInteraction) {
    switch interaction.type {
    case .view: views += 1
    case .click: clicks += 1
    case nil: break
    }
    if let own = interaction.measures {
      measures = measures ?? ContentMeasures()
      measures?.add(own)
    }
    first = min(first, interaction.milliseconds)
    last = max(last, interaction.milliseconds)
    if !interaction.assets.isEmpty { assets = interaction.assets }
    if let extras = interaction.extras { given.append(extras) }
    events.append(interaction.event)
  }

  /// The extras of the interactions, merged; nil if no interaction has extras.
  ///
  /// Later values replace earlier ones. If two interactions have different values for one key, the
  /// result is instead the list of all extras under the key `all`.
  public var extras: [String: Value]? {
    guard let one = given.first else { return nil }
    if given.count == 1 { return one }
    var merged: [String: Value] = [:]
    for extras in given {
      for (key, value) in extras {
        if let other = merged[key], other.printed != value.printed {
          return ["all": .array(given.map(Value.object))]
        }
        merged[key] = value
      }
    }
    return merged
  }

  /// The ID of these metrics, a UUID of version 5 (RFC 9562).
  ///
  /// It is derived from the IDs of the aggregated events: the same events always give the same ID,
  /// and other events give another one.
  public var id: UUID { NameUUID.make(of: events.sorted().map(\.description)) }
}
