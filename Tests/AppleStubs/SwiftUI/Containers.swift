public import Foundation

/// See <https://developer.apple.com/documentation/swiftui/emptyview>.
public struct EmptyView {
  /// See <https://developer.apple.com/documentation/swiftui/emptyview/init()>.
  public nonisolated init() {}
}

/// See <https://developer.apple.com/documentation/swiftui/tupleview>.
public struct TupleView<Content> {
  /// See <https://developer.apple.com/documentation/swiftui/tupleview/value>.
  public var value: Content
  nonisolated init(_ value: Content) { self.value = value }
}

/// The result type of
/// <https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(first:)>.
public enum _ConditionalContent<First, Second> {
  case first(First)
  case second(Second)
}

/// See <https://developer.apple.com/documentation/swiftui/modifiedcontent>.
public struct ModifiedContent<Content, Modifier> {
  /// See <https://developer.apple.com/documentation/swiftui/modifiedcontent/content>.
  public var content: Content
  /// See <https://developer.apple.com/documentation/swiftui/modifiedcontent/modifier>.
  public var modifier: Modifier
  /// See
  /// <https://developer.apple.com/documentation/swiftui/modifiedcontent/init(content:modifier:)>.
  public nonisolated init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

/// The type of <https://developer.apple.com/documentation/swiftui/viewmodifier/content>.
public struct _ViewModifier_Content<Modifier> {
  let make: @MainActor (Canvas) -> Void
}

/// See <https://developer.apple.com/documentation/swiftui/vstack>.
public struct VStack<Content> {
  let content: Content
}

extension VStack where Content: View {
  /// See
  /// <https://developer.apple.com/documentation/swiftui/vstack/init(alignment:spacing:content:)>.
  public nonisolated init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }
}

/// See <https://developer.apple.com/documentation/swiftui/horizontalalignment>.
public struct HorizontalAlignment: Equatable, Sendable {
  /// See <https://developer.apple.com/documentation/swiftui/horizontalalignment/center>.
  public static let center = HorizontalAlignment()
  /// See <https://developer.apple.com/documentation/swiftui/horizontalalignment/leading>.
  public static let leading = HorizontalAlignment()
}

/// See <https://developer.apple.com/documentation/swiftui/foreach>.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  /// See <https://developer.apple.com/documentation/swiftui/foreach/data>.
  public var data: Data
  /// See <https://developer.apple.com/documentation/swiftui/foreach/content>.
  public var content: (Data.Element) -> Content
  let id: (Data.Element) -> ID
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID, Content: View {
  /// See <https://developer.apple.com/documentation/swiftui/foreach/init(_:content:)>.
  public nonisolated init(
    _ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.content = content
    id = { $0.id }
  }
}

/// See <https://developer.apple.com/documentation/swiftui/list>.
@MainActor @preconcurrency public struct List<Selection, Content> {
  let content: Content
}

extension List where Selection == Never {
  /// See <https://developer.apple.com/documentation/swiftui/list/init(content:)>.
  public init(@ViewBuilder content: () -> Content) where Content: View {
    self.content = content()
  }

  /// See <https://developer.apple.com/documentation/swiftui/list/init(_:rowcontent:)>.
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Content == ForEach<Data, Data.Element.ID, Row>, Data.Element: Identifiable {
    content = ForEach(data, content: rowContent)
  }
}

@available(*, unavailable) extension EmptyView: Sendable {}
@available(*, unavailable) extension TupleView: Sendable {}
@available(*, unavailable) extension _ConditionalContent: Sendable {}
@available(*, unavailable) extension ModifiedContent: Sendable {}
@available(*, unavailable) extension _ViewModifier_Content: Sendable {}
@available(*, unavailable) extension VStack: Sendable {}
@available(*, unavailable) extension ForEach: Sendable {}
