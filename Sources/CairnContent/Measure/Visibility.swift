public import Foundation

/// How much of a piece of content can be seen at a moment.
public struct Visibility: Hashable, Sendable {
  /// Nothing of it.
  public static let none = Visibility(fraction: 0)

  /// Which share of the content can be seen, from 0 to 1.
  public let fraction: Double
  /// Which share of the window or scroll view the content fills, from 0 to 1.
  ///
  /// An article longer than the screen is never half seen; it may fill the screen all the same.
  public let coverage: Double
  /// How far down the content can be seen, from 0, its upper edge, to 1, its lower edge; nil when that is not known.
  public let depth: Double?

  /// Makes one; what is out of range is brought into it.
  public init(fraction: Double, coverage: Double = 0, depth: Double? = nil) {
    self.fraction = Self.bounded(fraction)
    self.coverage = Self.bounded(coverage)
    self.depth = depth.map(Self.bounded)
  }

  /// How much of a frame lies within a viewport, such as a window or the visible part of a scroll view; both in the same
  /// coordinates, with y growing downwards.
  ///
  /// What has no area cannot be seen.
  public init(of frame: CGRect, in viewport: CGRect) {
    let seen = frame.intersection(viewport)
    guard !seen.isNull, !frame.isInfinite, Self.area(seen) > 0 else {
      self = .none
      return
    }
    self.init(
      fraction: Self.area(seen) / Self.area(frame), coverage: Self.area(seen) / Self.area(viewport),
      depth: Double((seen.maxY - frame.minY) / frame.height))
  }

  /// What decides whether it is seen enough.
  var share: Double { max(fraction, coverage) }

  private static func area(_ frame: CGRect) -> Double { Double(frame.width * frame.height) }

  private static func bounded(_ value: Double) -> Double {
    value.isNaN ? 0 : min(max(value, 0), 1)
  }
}
