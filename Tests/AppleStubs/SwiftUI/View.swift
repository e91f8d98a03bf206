// The parts of Apple's framework SwiftUI that Cairn and its example use, so that code for Apple
// platforms is compiled and run on other platforms too. Each declaration is copied from the page
// named above it. The folder Render contains the behaviour of the stubs.

/// See <https://developer.apple.com/documentation/swiftui/view>.
@MainActor @preconcurrency public protocol View {
  /// See <https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype>.
  associatedtype Body: View
  /// See <https://developer.apple.com/documentation/swiftui/view/body-8kl5o>.
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  /// See <https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype>.
  public typealias Body = Never
}

extension View where Body == Never {
  /// The body of views that the framework draws.
  public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// See <https://developer.apple.com/documentation/swiftui/viewbuilder>.
@resultBuilder public enum ViewBuilder {
  /// See <https://developer.apple.com/documentation/swiftui/viewbuilder/buildexpression(_:)>.
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  /// See <https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock()>.
  public static func buildBlock() -> EmptyView { EmptyView() }
  /// See <https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock(_:)>.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  /// See <https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock(_:)>.
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    TupleView((repeat each content))
  }
  /// See <https://developer.apple.com/documentation/swiftui/viewbuilder/buildif(_:)>.
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  /// See <https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(first:)>.
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> _ConditionalContent<First, Second> { .first(first) }
  /// See <https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(second:)>.
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> _ConditionalContent<First, Second> { .second(second) }
}

/// See <https://developer.apple.com/documentation/swiftui/viewmodifier>.
@MainActor @preconcurrency public protocol ViewModifier {
  /// See <https://developer.apple.com/documentation/swiftui/viewmodifier/body>.
  associatedtype Body: View
  /// See <https://developer.apple.com/documentation/swiftui/viewmodifier/content>.
  typealias Content = _ViewModifier_Content<Self>
  /// See <https://developer.apple.com/documentation/swiftui/viewmodifier/body(content:)>.
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

extension View {
  /// See <https://developer.apple.com/documentation/swiftui/view/modifier(_:)>.
  public nonisolated func modifier<Modifier>(
    _ modifier: Modifier
  ) -> ModifiedContent<Self, Modifier> {
    ModifiedContent(content: self, modifier: modifier)
  }
}

@available(*, unavailable) extension ViewBuilder: Sendable {}
