/// Something that happened to experiments; see ``Experiments/events``.
///
/// Later versions may add to it: have a `default`.
public enum ExperimentEvent: Hashable, Sendable {
  /// There is a document for the first time.
  case ready
  /// There is another document.
  case configurationUpdated
  /// A visitor got a variation.
  case bucketing(Variation, visitorID: String)
  /// A conversion was recorded, by the goal's key.
  case conversion(goal: String, visitorID: String)
  /// The segments of a visitor changed.
  case segments(visitorID: String)
  /// A visitor came to a location, by its id.
  case locationActivated(String, visitorID: String)
  /// A visitor left a location, by its id.
  case locationDeactivated(String, visitorID: String)

  /// The kind of the event, as other libraries for the same service name it, such as `location.activated`.
  public var name: String {
    switch self {
    case .ready: "ready"
    case .configurationUpdated: "config.updated"
    case .bucketing: "bucketing"
    case .conversion: "conversion"
    case .segments: "segments"
    case .locationActivated: "location.activated"
    case .locationDeactivated: "location.deactivated"
    }
  }
}
