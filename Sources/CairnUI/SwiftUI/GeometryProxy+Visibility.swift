#if canImport(SwiftUI)
import CairnContent
import Foundation
import SwiftUI

extension GeometryProxy {
  /// How much of the view lies within this part of the window and, where the system tells it, within the visible part of the
  /// scroll view around it.
  ///
  /// In hundredths: while somebody scrolls, a view is told of what matters and not of each point.
  func visibility(in viewport: CGRect) -> Visibility {
    Visibility(of: frame(in: CoordinateSpace.global), in: visiblePart(of: viewport)).inHundredths
  }

  /// Whether anything of the view can be seen there; of one that draws nothing, whether its place can.
  func isSeen(in viewport: CGRect) -> Bool {
    let frame = frame(in: CoordinateSpace.global)
    let part = visiblePart(of: viewport)
    if !frame.isEmpty { return !frame.intersection(part).isEmpty }
    // The place itself may be all there is.
    return part.contains(frame.origin) || part.origin == frame.origin
  }

  private func visiblePart(of viewport: CGRect) -> CGRect {
    guard let bounds = scrollBounds else { return viewport }
    let frame = frame(in: CoordinateSpace.global)
    return viewport.intersection(bounds.offsetBy(dx: frame.minX, dy: frame.minY))
  }

  /// In the view's own coordinates; nil without a scroll view, and on systems that do not tell.
  private var scrollBounds: CGRect? {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) else { return nil }
    return bounds(of: .scrollView)
  }
}

extension Visibility {
  /// Of a hundredth, and less than any rule asks for: a window full of what is a hundred windows long is something.
  private static let least = 0.001

  fileprivate var inHundredths: Visibility {
    Visibility(
      fraction: fraction > 0 ? max(Self.least, Self.hundredths(fraction)) : 0,
      coverage: Self.hundredths(coverage), depth: depth.map(Self.hundredths))
  }

  /// Rounded down, but for what a frame's arithmetic leaves: half of it is half of it.
  private static func hundredths(_ share: Double) -> Double {
    (share * 100 + 0.001).rounded(.down) / 100
  }
}
#endif
