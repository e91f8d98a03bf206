/// The measures of one exposure or of several: impressions, dwell time and visibility.
public struct ContentMeasures: Hashable, Sendable {
  /// The number of impressions that met the `Viewability` rule.
  public var viewableImpressions: Int
  /// The time during which enough was visible, in milliseconds of a monotonic clock.
  public var dwellMilliseconds: Int
  /// The largest fraction that was visible at once, from 0 to 1; nil if it was not measured.
  public var visibleFraction: Double?
  /// The depth to which the content was seen, from 0 to 1; nil if it was not measured.
  public var scrollDepth: Double?

  /// Makes measures; by default all are zero or nil.
  public init(
    viewableImpressions: Int = 0, dwellMilliseconds: Int = 0, visibleFraction: Double? = nil,
    scrollDepth: Double? = nil
  ) {
    self.viewableImpressions = viewableImpressions
    self.dwellMilliseconds = dwellMilliseconds
    self.visibleFraction = visibleFraction
    self.scrollDepth = scrollDepth
  }

  /// The time during which enough was visible, in seconds.
  public var dwellSeconds: Double { Double(dwellMilliseconds) / 1_000 }

  /// Adds the measures of another exposure.
  ///
  /// Impressions and times are summed; of the other values the larger is kept. The order of the
  /// additions does not affect the result.
  public mutating func add(_ other: ContentMeasures) {
    viewableImpressions += other.viewableImpressions
    dwellMilliseconds += other.dwellMilliseconds
    visibleFraction = Self.larger(visibleFraction, other.visibleFraction)
    scrollDepth = Self.larger(scrollDepth, other.scrollDepth)
  }

  mutating func see(_ visibility: ContentVisibility) {
    guard visibility.fraction > 0 else { return }
    visibleFraction = Self.larger(visibleFraction, visibility.fraction)
    scrollDepth = Self.larger(scrollDepth, visibility.depth)
  }

  private static func larger(_ one: Double?, _ other: Double?) -> Double? {
    guard let one, let other else { return one ?? other }
    return max(one, other)
  }
}
