// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported public import CoreGraphics
public import Foundation

// What Swift adds to the structures of CoreGraphics, as far as Cairn and the stub of SwiftUI use
// it.
// See <https://developer.apple.com/documentation/corefoundation/cgrect> for each member.
extension CGTypes.CGPoint: @retroactive Equatable {
  public static func == (first: Self, second: Self) -> Bool { false }
  public static var zero: Self { Self() }
}

extension CGTypes.CGRect: @retroactive Equatable {
  public static func == (first: Self, second: Self) -> Bool { false }
  public static var null: Self { Self() }
  public static var infinite: Self { Self() }
  public static var zero: Self { Self() }
  public init(x: Double, y: Double, width: Double, height: Double) { self.init() }
  public var minX: CGFloat { 0 }
  public var minY: CGFloat { 0 }
  public var maxX: CGFloat { 0 }
  public var maxY: CGFloat { 0 }
  public var width: CGFloat { 0 }
  public var height: CGFloat { 0 }
  public var isNull: Bool { false }
  public var isEmpty: Bool { false }
  public var isInfinite: Bool { false }
  public func contains(_ point: CGTypes.CGPoint) -> Bool { false }
  public func intersection(_ r2: Self) -> Self { self }
  public func union(_ r2: Self) -> Self { self }
  public func offsetBy(dx: CGFloat, dy: CGFloat) -> Self { self }
}
