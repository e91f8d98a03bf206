/// How long and how much of a piece of content was seen; of one exposure, or of many together.
public struct ContentMeasures: Hashable, Sendable {
  /// How often it was viewed as `Viewability` says.
  public var viewableImpressions: Int
  /// How long it was seen enough, in milliseconds of a clock that nobody can set.
  public var dwellMilliseconds: Int
  /// The largest share of it that could be seen at once, from 0 to 1; nil when nobody measured it.
  public var visibleFraction: Double?
  /// How far down it was seen, from 0 to 1; nil when nobody measured it.
  public var scrollDepth: Double?

  /// Makes measures; by default nothing was measured.
  public init(
    viewableImpressions: Int = 0, dwellMilliseconds: Int = 0, visibleFraction: Double? = nil,
    scrollDepth: Double? = nil
  ) {
    self.viewableImpressions = viewableImpressions
    self.dwellMilliseconds = dwellMilliseconds
    self.visibleFraction = visibleFraction
    self.scrollDepth = scrollDepth
  }

  /// How long it was seen enough, in seconds.
  public var dwellSeconds: Double { Double(dwellMilliseconds) / 1_000 }

  /// Takes in those of another exposure: impressions and time are added, and of the rest the largest is kept.
  ///
  /// In whatever order exposures are taken in, the result is the same.
  public mutating func add(_ other: ContentMeasures) {
    viewableImpressions += other.viewableImpressions
    dwellMilliseconds += other.dwellMilliseconds
    visibleFraction = Self.larger(visibleFraction, other.visibleFraction)
    scrollDepth = Self.larger(scrollDepth, other.scrollDepth)
  }

  mutating func see(_ visibility: Visibility) {
    guard visibility.fraction > 0 else { return }
    visibleFraction = Self.larger(visibleFraction, visibility.fraction)
    scrollDepth = Self.larger(scrollDepth, visibility.depth)
  }

  private static func larger(_ one: Double?, _ other: Double?) -> Double? {
    guard let one, let other else { return one ?? other }
    return max(one, other)
  }
}
