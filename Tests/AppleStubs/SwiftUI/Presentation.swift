extension View {
  /// See <https://developer.apple.com/documentation/swiftui/view/sheet(ispresented:ondismiss:content:)>.
  public nonisolated func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    Presenting(presenter: self, isPresented: isPresented, onDismiss: onDismiss, content: content)
  }

  /// See
  /// <https://developer.apple.com/documentation/swiftui/view/confirmationdialog(_:ispresented:titlevisibility:actions:)>.
  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
  public nonisolated func confirmationDialog<A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
  ) -> some View {
    Asking(presenter: self, title: Text(titleKey), isPresented: isPresented, actions: actions())
  }
}

/// See <https://developer.apple.com/documentation/swiftui/searchfieldplacement>.
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
public struct SearchFieldPlacement: Sendable {
  /// See <https://developer.apple.com/documentation/swiftui/searchfieldplacement/automatic>.
  public static let automatic = SearchFieldPlacement()
}

extension View {
  /// See
  /// <https://developer.apple.com/documentation/swiftui/view/searchable(text:placement:prompt:)-1bjj3>.
  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
  public nonisolated func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
  ) -> some View {
    Searched(content: self, text: text)
  }
}

/// See <https://developer.apple.com/documentation/swiftui/toolbaritemplacement>.
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
public struct ToolbarItemPlacement: Sendable {
  /// See <https://developer.apple.com/documentation/swiftui/toolbaritemplacement/cancellationaction>.
  public static let cancellationAction = ToolbarItemPlacement()
  /// See <https://developer.apple.com/documentation/swiftui/toolbaritemplacement/automatic>.
  public static let automatic = ToolbarItemPlacement()
}

/// See <https://developer.apple.com/documentation/swiftui/toolbarcontent>.
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@MainActor @preconcurrency public protocol ToolbarContent {
  /// See <https://developer.apple.com/documentation/swiftui/toolbarcontent/body-swift.associatedtype>.
  associatedtype Body: ToolbarContent
}

extension Never: ToolbarContent {}

/// See <https://developer.apple.com/documentation/swiftui/toolbaritem>.
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
public struct ToolbarItem<ID, Content: View> {
  let content: Content
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
extension ToolbarItem: ToolbarContent {
  /// See <https://developer.apple.com/documentation/swiftui/toolbarcontent/body-swift.associatedtype>.
  public typealias Body = Never
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
extension ToolbarItem where ID == () {
  /// See <https://developer.apple.com/documentation/swiftui/toolbaritem/init(placement:content:)>.
  public nonisolated init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }
}

/// See <https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder>.
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@resultBuilder public enum ToolbarContentBuilder {
  /// See <https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder/buildblock(_:)>.
  public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
}

extension View {
  /// See <https://developer.apple.com/documentation/swiftui/view/toolbar(content:)-7vdkx>.
  @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
  public nonisolated func toolbar<Content: ToolbarContent>(
    @ToolbarContentBuilder content: () -> Content
  ) -> some View {
    Tooled(content: self, toolbar: content())
  }
}

@available(*, unavailable) extension ToolbarItem: Sendable {}
@available(*, unavailable) extension ToolbarContentBuilder: Sendable {}
