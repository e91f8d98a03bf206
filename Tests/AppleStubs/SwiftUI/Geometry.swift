public import Foundation

/// See <https://developer.apple.com/documentation/swiftui/coordinatespace>.
public enum CoordinateSpace: Sendable {
  /// See <https://developer.apple.com/documentation/swiftui/coordinatespace/global>.
  case global
  /// See <https://developer.apple.com/documentation/swiftui/coordinatespace/local>.
  case local
}

/// See <https://developer.apple.com/documentation/swiftui/namedcoordinatespace>.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
public struct NamedCoordinateSpace: Equatable, Sendable {
  /// See <https://developer.apple.com/documentation/swiftui/namedcoordinatespace/scrollview>.
  public static var scrollView: NamedCoordinateSpace { NamedCoordinateSpace() }
}

/// See <https://developer.apple.com/documentation/swiftui/geometryproxy>.
public struct GeometryProxy: Sendable {
  /// The frame in the window.
  let frame: CGRect
  /// The frame of the enclosing scroll view in the window.
  let scrollFrame: CGRect?

  /// See <https://developer.apple.com/documentation/swiftui/geometryproxy/size>.
  public var size: CGSize { frame.size }

  /// See <https://developer.apple.com/documentation/swiftui/geometryproxy/frame(in:)-8o1gm>.
  public func frame(in coordinateSpace: CoordinateSpace) -> CGRect {
    switch coordinateSpace {
    case .global: frame
    case .local: CGRect(origin: .zero, size: size)
    }
  }

  /// See <https://developer.apple.com/documentation/swiftui/geometryproxy/bounds(of:)>.
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  public func bounds(of coordinateSpace: NamedCoordinateSpace) -> CGRect? {
    scrollFrame?.offsetBy(dx: -frame.minX, dy: -frame.minY)
  }
}

/// See <https://developer.apple.com/documentation/swiftui/alignment>.
public struct Alignment: Equatable, Sendable {
  /// See <https://developer.apple.com/documentation/swiftui/alignment/center>.
  public static let center = Alignment()
}

extension View {
  /// See <https://developer.apple.com/documentation/swiftui/view/ongeometrychange(for:of:action:)>.
  @available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
  public nonisolated func onGeometryChange<T: Equatable & Sendable>(
    for type: T.Type, of transform: @escaping @Sendable (GeometryProxy) -> T,
    action: @escaping (_ newValue: T) -> Void
  ) -> some View {
    Measured(content: self, transform: transform, action: action)
  }

  /// See <https://developer.apple.com/documentation/swiftui/view/frame(width:height:alignment:)>.
  public nonisolated func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View {
    Sized(content: self, height: height)
  }

  /// See
  /// <https://developer.apple.com/documentation/swiftui/view/frame(minwidth:idealwidth:maxwidth:minheight:idealheight:maxheight:alignment:)>.
  public nonisolated func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil,
    minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
    alignment: Alignment = .center
  ) -> some View {
    Adapted(content: self) { _ in }
  }
}

/// See <https://developer.apple.com/documentation/swiftui/scrollview>.
public struct ScrollView<Content> {
  let content: Content
}

extension ScrollView where Content: View {
  /// See <https://developer.apple.com/documentation/swiftui/scrollview/init(_:content:)>.
  public nonisolated init(@ViewBuilder content: () -> Content) { self.content = content() }
}

@available(*, unavailable) extension ScrollView: Sendable {}
