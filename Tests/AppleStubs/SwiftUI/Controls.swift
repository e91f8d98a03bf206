/// See <https://developer.apple.com/documentation/swiftui/localizedstringkey>.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation, Sendable {
  let key: String
  /// See
  /// <https://developer.apple.com/documentation/swiftui/localizedstringkey/init(stringliteral:)>.
  public init(stringLiteral value: String) { key = value }
}

/// See <https://developer.apple.com/documentation/swiftui/text>.
public struct Text: Sendable {
  let string: String
  /// See <https://developer.apple.com/documentation/swiftui/text/init(_:)-9d1g4>.
  @_disfavoredOverload
  public nonisolated init<S: StringProtocol>(_ content: S) { string = String(content) }
  /// See
  /// <https://developer.apple.com/documentation/swiftui/text/init(_:tablename:bundle:comment:)>.
  public nonisolated init(_ key: LocalizedStringKey) { string = key.key }
}

/// See <https://developer.apple.com/documentation/swiftui/buttonrole>.
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
public struct ButtonRole: Equatable, Sendable {
  let name: String
  /// See <https://developer.apple.com/documentation/swiftui/buttonrole/destructive>.
  public static let destructive = ButtonRole(name: "destructive")
  /// See <https://developer.apple.com/documentation/swiftui/buttonrole/cancel>.
  public static let cancel = ButtonRole(name: "cancel")
}

/// See <https://developer.apple.com/documentation/swiftui/button>.
public struct Button<Label> {
  let label: Label
  let action: @MainActor () -> Void
}

extension Button where Label: View {
  /// See <https://developer.apple.com/documentation/swiftui/button/init(action:label:)>.
  public nonisolated init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label)
  {
    self.init(label: label(), action: action)
  }

  /// See <https://developer.apple.com/documentation/swiftui/button/init(role:action:label:)>.
  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
  public nonisolated init(
    role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.init(label: label(), action: action)
  }
}

extension Button where Label == Text {
  /// See <https://developer.apple.com/documentation/swiftui/button/init(_:action:)-1asy>.
  public nonisolated init(
    _ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void
  ) {
    self.init(label: Text(titleKey), action: action)
  }

  /// See <https://developer.apple.com/documentation/swiftui/button/init(_:role:action:)-93ek6>.
  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
  public nonisolated init(
    _ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {
    self.init(label: Text(titleKey), action: action)
  }
}

extension View {
  /// See <https://developer.apple.com/documentation/swiftui/view/disabled(_:)>.
  public func disabled(_ disabled: Bool) -> some View {
    environment(\.isDisabled, disabled)
  }
}

@available(*, unavailable) extension Button: Sendable {}
