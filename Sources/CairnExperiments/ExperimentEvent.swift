/// An event of experiments; see ``Experiments/events``.
///
/// Later versions may add cases, so use `default` in a `switch`.
public enum ExperimentEvent: Hashable, Sendable {
  /// The first document is available.
  case ready
  /// Another document is available.
  case configurationUpdated
  /// A visitor has a variation.
  case bucketing(Variation, visitorID: String)
  /// A conversion was recorded, by the goal's key.
  case conversion(goal: String, visitorID: String)
  /// The segments of a visitor have changed.
  case segments(visitorID: String)
  /// A location, given by its ID, has become active for a visitor.
  case locationActivated(String, visitorID: String)
  /// A location, given by its ID, is no longer active for a visitor.
  case locationDeactivated(String, visitorID: String)

  /// The name of the event's kind in the service's other SDKs, such as `location.activated`.
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

/// A sequence of the events of experiments; see ``Experiments/events``.
public struct ExperimentEvents: AsyncSequence, Sendable {
  /// The type of the elements.
  public typealias Element = ExperimentEvent

  private let stream: AsyncStream<ExperimentEvent>

  init(_ stream: AsyncStream<ExperimentEvent>) { self.stream = stream }

  /// Returns an iterator, which begins with the events since the sequence was made.
  public func makeAsyncIterator() -> AsyncStream<ExperimentEvent>.Iterator {
    stream.makeAsyncIterator()
  }
}
