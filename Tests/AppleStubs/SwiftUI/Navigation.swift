/// See <https://developer.apple.com/documentation/swiftui/navigationstack>.
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
@MainActor @preconcurrency public struct NavigationStack<Data, Root> {
  let root: Root
  @State var pushed: [AnyHashable] = []
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
extension NavigationStack where Data == NavigationPath, Root: View {
  /// See <https://developer.apple.com/documentation/swiftui/navigationstack/init(root:)>.
  public init(@ViewBuilder root: () -> Root) { self.root = root() }
}

/// See <https://developer.apple.com/documentation/swiftui/navigationpath>.
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
public struct NavigationPath {}

/// See <https://developer.apple.com/documentation/swiftui/navigationlink>.
public struct NavigationLink<Label, Destination> {
  let label: Label
  let value: AnyHashable?
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
extension NavigationLink where Destination == Never, Label == Text {
  /// See <https://developer.apple.com/documentation/swiftui/navigationlink/init(_:value:)-91u0a>.
  public nonisolated init<P: Hashable>(_ titleKey: LocalizedStringKey, value: P) {
    self.init(label: Text(titleKey), value: AnyHashable(value))
  }

  /// See <https://developer.apple.com/documentation/swiftui/navigationlink/init(_:value:)-416gh>.
  @_disfavoredOverload
  public nonisolated init<S: StringProtocol, P: Hashable>(_ title: S, value: P) {
    self.init(label: Text(title), value: AnyHashable(value))
  }
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
extension NavigationLink where Label: View, Destination == Never {
  /// See <https://developer.apple.com/documentation/swiftui/navigationlink/init(value:label:)-4jswo>.
  public nonisolated init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {
    self.init(label: label(), value: value.map { AnyHashable($0) })
  }
}

extension View {
  /// See
  /// <https://developer.apple.com/documentation/swiftui/view/navigationdestination(for:destination:)>.
  @available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
  public func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    Adapted(content: self) { canvas in
      canvas.navigation?.destinations[ObjectIdentifier(data)] = { value, canvas in
        if let value = value.base as? D { canvas.draw(destination(value)) }
      }
    }
  }

  /// See <https://developer.apple.com/documentation/swiftui/view/navigationtitle(_:)>.
  @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
  public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View {
    Adapted(content: self) { _ in }
  }
}

@available(*, unavailable) extension NavigationPath: Sendable {}
@available(*, unavailable) extension NavigationLink: Sendable {}
