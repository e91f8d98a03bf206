#if canImport(CoreGraphics)
public import CoreGraphics
#endif
public import Foundation

/// The visible part of a piece of content at one moment.
public struct ContentVisibility: Hashable, Sendable {
  /// No part is visible.
  public static let none = ContentVisibility(fraction: 0)

  /// The fraction of the content that is visible, from 0 to 1.
  public let fraction: Double
  /// The fraction of the window or scroll view that the content fills, from 0 to 1.
  ///
  /// An article that is much longer than the screen is never half visible, but it can fill the
  /// screen.
  public let coverage: Double
  /// The depth to which the content is visible, from 0, its upper edge, to 1, its lower edge; nil
  /// if unknown.
  public let depth: Double?

  /// Makes a visibility; values out of range are clamped.
  public init(fraction: Double, coverage: Double = 0, depth: Double? = nil) {
    self.fraction = Self.bounded(fraction)
    self.coverage = Self.bounded(coverage)
    self.depth = depth.map(Self.bounded)
  }

  /// Makes the visibility of a frame within a viewport, such as a window or the visible part of a
  /// scroll view.
  ///
  /// Both are in the same coordinates, with y growing downwards. A frame without an area is not
  /// visible.
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

  /// The fraction that is compared with the viewability rule.
  var share: Double { max(fraction, coverage) }

  private static func area(_ frame: CGRect) -> Double { Double(frame.width * frame.height) }

  private static func bounded(_ value: Double) -> Double {
    value.isNaN ? 0 : min(max(value, 0), 1)
  }
}
