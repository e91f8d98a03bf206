#if canImport(SwiftUI)
import CairnContent
import Foundation
import SwiftUI

#if canImport(CoreGraphics)
import CoreGraphics
#endif

extension GeometryProxy {
  /// Returns the visibility of the view within a part of the window.
  ///
  /// The visible part of the enclosing scroll view is taken into account where the system reports
  /// it. The result is rounded to hundredths, so that scrolling does not update the view for every
  /// point.
  func visibility(in viewport: CGRect) -> ContentVisibility {
    ContentVisibility(of: frame(in: CoordinateSpace.global), in: visiblePart(of: viewport))
      .inHundredths
  }

  /// Returns whether any part of the view is visible; for a view that draws nothing, whether its
  /// position is.
  func isSeen(in viewport: CGRect) -> Bool {
    let frame = frame(in: CoordinateSpace.global)
    let part = visiblePart(of: viewport)
    if !frame.isEmpty { return !frame.intersection(part).isEmpty }
    // The viewport may be empty as well, at the same position.
    return part.contains(frame.origin) || part.origin == frame.origin
  }

  private func visiblePart(of viewport: CGRect) -> CGRect {
    guard let bounds = scrollBounds else { return viewport }
    let frame = frame(in: CoordinateSpace.global)
    return viewport.intersection(bounds.offsetBy(dx: frame.minX, dy: frame.minY))
  }

  /// The bounds of the scroll view in the view's coordinates; nil without a scroll view or on older
  /// systems.
  private var scrollBounds: CGRect? {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) else { return nil }
    return bounds(of: .scrollView)
  }
}

extension ContentVisibility {
  /// The smallest fraction of content that is visible at all.
  ///
  /// It is below the minimum of every rule, but not zero: content that is a hundred windows long
  /// can still fill a window.
  private static let least = 0.001

  fileprivate var inHundredths: ContentVisibility {
    ContentVisibility(
      fraction: fraction > 0 ? max(Self.least, Self.hundredths(fraction)) : 0,
      coverage: Self.hundredths(coverage), depth: depth.map(Self.hundredths))
  }

  /// Rounds down to hundredths, with a tolerance for floating-point error, so that exactly half
  /// stays half.
  private static func hundredths(_ share: Double) -> Double {
    (share * 100 + 0.001).rounded(.down) / 100
  }
}
#endif
