public import Cairn
public import Foundation

/// What a group of interactions comes to.
public struct ContentMetrics: Hashable, Sendable {
  /// What was counted.
  public let group: ContentGroup
  /// How many views.
  public private(set) var views = 0
  /// How many clicks.
  public private(set) var clicks = 0
  /// How long and how much of it was seen, of all interactions that measured it; nil when none did.
  public private(set) var measures: ContentMeasures?
  /// The assets of an experience, as its last interaction that knew them had them.
  public private(set) var assets: [String] = []
  /// Milliseconds since 1970 of the earliest interaction.
  public private(set) var first: Int64
  /// Milliseconds since 1970 of the latest interaction.
  public private(set) var last: Int64
  /// The events that were counted, in the order in which they were recorded.
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

  /// What the callers said: nil when nobody said anything; merged, the later one wins; but when they contradict each
  /// other, all of it in one list, `all`.
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

  /// Names what was counted: made of the events' identifiers, so that the same events have the same name whenever they
  /// are counted, and other events another one.
  ///
  /// A UUID of version 5 (RFC 9562).
  public var id: UUID { NameUUID.make(of: events.sorted().map(\.description)) }
}
