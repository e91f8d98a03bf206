import Cairn

/// The rule by which content counts as viewed: enough of it was visible for long enough without a
/// break.
///
/// The default is the Media Rating Council's threshold for display ads: half of it for one second.
public struct Viewability: Hashable, Sendable {
  /// The fraction that must be visible, from 0.01 to 1.
  ///
  /// It is a fraction of the content or, if the content is larger than its viewport, of the
  /// viewport. The default is 0.5.
  public var fraction = 0.5
  /// The time during which it must be visible, in seconds; from 0, which means at once, to 60.
  ///
  /// The default is 1.
  public var seconds = 1.0
  /// The longest time that one look adds to the dwell time, in seconds; from 1 to 86 400.
  ///
  /// The default is 1 800, so that a window that is left open overnight does not count for the
  /// whole night.
  public var maximumDwell = 1_800.0

  /// Creates a rule.
  public init(fraction: Double = 0.5, seconds: Double = 1, maximumDwell: Double = 1_800) {
    self.fraction = fraction
    self.seconds = seconds
    self.maximumDwell = maximumDwell
  }

  /// A copy with every value clamped to its range; NaN is replaced by the default.
  public var bounded: Viewability {
    Viewability(
      fraction: Self.bounded(fraction, 0.01...1, 0.5), seconds: Self.bounded(seconds, 0...60, 1),
      maximumDwell: Self.bounded(maximumDwell, 1...86_400, 1_800))
  }

  private static func bounded(
    _ value: Double, _ range: ClosedRange<Double>, _ standard: Double
  ) -> Double {
    value.isNaN ? standard : min(max(value, range.lowerBound), range.upperBound)
  }

  /// The minimum time in whole milliseconds; the values must be in their ranges.
  var time: Milliseconds { Milliseconds(clamping: (seconds * 1_000).rounded()) }
  var longestTime: Milliseconds { Milliseconds(clamping: (maximumDwell * 1_000).rounded()) }
}
