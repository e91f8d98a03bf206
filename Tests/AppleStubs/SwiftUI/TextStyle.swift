/// See <https://developer.apple.com/documentation/swiftui/font>.
public struct Font: Hashable, Sendable {
  /// See <https://developer.apple.com/documentation/swiftui/font/footnote>.
  public static let footnote = Font()

  /// See <https://developer.apple.com/documentation/swiftui/font/monospaced()>.
  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
  public func monospaced() -> Font { self }
}

/// See <https://developer.apple.com/documentation/swiftui/shapestyle>.
public protocol ShapeStyle: Sendable {}

/// See <https://developer.apple.com/documentation/swiftui/hierarchicalshapestyle>.
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
public struct HierarchicalShapeStyle: ShapeStyle {}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
extension ShapeStyle where Self == HierarchicalShapeStyle {
  /// See <https://developer.apple.com/documentation/swiftui/shapestyle/secondary>.
  public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}

extension View {
  /// See <https://developer.apple.com/documentation/swiftui/view/font(_:)>.
  public nonisolated func font(_ font: Font?) -> some View { Adapted(content: self) { _ in } }

  /// See <https://developer.apple.com/documentation/swiftui/view/foregroundstyle(_:)>.
  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
  public nonisolated func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View {
    Adapted(content: self) { _ in }
  }
}

#if !os(tvOS) && !os(watchOS)
/// See <https://developer.apple.com/documentation/swiftui/textselectability>.
@available(iOS 15.0, macOS 12.0, *)
public protocol TextSelectability {}

/// See <https://developer.apple.com/documentation/swiftui/enabledtextselectability>.
@available(iOS 15.0, macOS 12.0, *)
public struct EnabledTextSelectability: TextSelectability, Sendable {}

@available(iOS 15.0, macOS 12.0, *)
extension TextSelectability where Self == EnabledTextSelectability {
  /// See <https://developer.apple.com/documentation/swiftui/textselectability/enabled>.
  public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}

extension View {
  /// See <https://developer.apple.com/documentation/swiftui/view/textselection(_:)>.
  @available(iOS 15.0, macOS 12.0, *)
  public nonisolated func textSelection<S: TextSelectability>(_ selectability: S) -> some View {
    Adapted(content: self) { _ in }
  }
}
#endif
