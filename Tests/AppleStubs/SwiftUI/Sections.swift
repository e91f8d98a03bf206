/// See <https://developer.apple.com/documentation/swiftui/section>.
public struct Section<Parent, Content, Footer> {
  let header: Parent
  let content: Content
}

extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
  /// See <https://developer.apple.com/documentation/swiftui/section/init(content:)>.
  public init(@ViewBuilder content: () -> Content) {
    header = EmptyView()
    self.content = content()
  }
}

extension Section where Parent: View, Content: View, Footer == EmptyView {
  /// See <https://developer.apple.com/documentation/swiftui/section/init(content:header:)>.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
    self.header = header()
    self.content = content()
  }
}

/// See <https://developer.apple.com/documentation/swiftui/labeledcontent>.
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
public struct LabeledContent<Label, Content> {
  let label: Label
  let content: Content
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
extension LabeledContent where Label == Text, Content == Text {
  /// See <https://developer.apple.com/documentation/swiftui/labeledcontent/init(_:value:)>.
  public init<S: StringProtocol>(_ titleKey: LocalizedStringKey, value: S) {
    label = Text(titleKey)
    content = Text(value)
  }

  /// See <https://developer.apple.com/documentation/swiftui/labeledcontent/init(_:value:)>.
  @_disfavoredOverload
  public init<S1: StringProtocol, S2: StringProtocol>(_ title: S1, value: S2) {
    label = Text(title)
    content = Text(value)
  }
}

@available(*, unavailable) extension Section: Sendable {}
@available(*, unavailable) extension LabeledContent: Sendable {}
