/// When content counts as viewed: enough of it was seen for long enough without a break.
///
/// By default what the Media Rating Council asks of a picture: half of it for a second.
public struct Viewability: Hashable, Sendable {
  /// Which share of it is enough: a share of the content, or, where the content is larger than what it is shown in, of
  /// that; from 0.01 to 1.
  ///
  /// The default is 0.5.
  public var fraction = 0.5
  /// How long is enough, in seconds; from 0, at once, to 60.
  ///
  /// The default is 1.
  public var seconds = 1.0
  /// What one look counts at most, in seconds; from 1 to 86 400.
  ///
  /// The default is 1 800: a window that is left open overnight is not looked at overnight.
  public var longestLook = 1_800.0

  /// Makes a rule.
  public init(fraction: Double = 0.5, seconds: Double = 1, longestLook: Double = 1_800) {
    self.fraction = fraction
    self.seconds = seconds
    self.longestLook = longestLook
  }

  /// The same with every value in its range; what is no number is the default.
  public var bounded: Viewability {
    Viewability(
      fraction: Self.bounded(fraction, 0.01...1, 0.5), seconds: Self.bounded(seconds, 0...60, 1),
      longestLook: Self.bounded(longestLook, 1...86_400, 1_800))
  }

  private static func bounded(
    _ value: Double, _ range: ClosedRange<Double>, _ standard: Double
  ) -> Double {
    value.isNaN ? standard : min(max(value, range.lowerBound), range.upperBound)
  }

  /// In whole milliseconds, of values in their ranges.
  var milliseconds: Int64 { Int64((seconds * 1_000).rounded()) }
  var longestMilliseconds: Int64 { Int64((longestLook * 1_000).rounded()) }
}
