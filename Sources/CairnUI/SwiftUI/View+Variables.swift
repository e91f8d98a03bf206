#if canImport(SwiftUI)
public import Cairn
public import SwiftUI

/// Properties from variables of any type that is a `PropertyValue`, and of literals among them.
extension View {
  /// Records a screen event each time this view appears, as `trackScreen` with values does.
  @_disfavoredOverload
  public func trackScreen(
    _ name: String, _ properties: [String: (any PropertyValue)?]
  ) -> some View {
    trackScreen(name, Value.members(properties))
  }

  /// Records an event each time this view is tapped or clicked, as `trackTap` with values does.
  @_disfavoredOverload
  public func trackTap(
    _ name: String, _ properties: [String: (any PropertyValue)?]
  ) -> some View {
    trackTap(name, Value.members(properties))
  }
}

extension TrackedButton {
  /// Makes a button with a custom label, and an event with properties from variables.
  @_disfavoredOverload
  public init(
    event: String, _ properties: [String: (any PropertyValue)?], role: ButtonRole? = nil,
    action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.init(event: event, Value.members(properties), role: role, action: action, label: label)
  }
}

// The title that is localized is not disfavored: a literal would be a string that is not localized.
extension TrackedButton where Label == Text {
  /// Makes a button with a localized title, and an event with properties from variables.
  public init(
    _ title: LocalizedStringKey, event: String, _ properties: [String: (any PropertyValue)?],
    role: ButtonRole? = nil, action: @escaping @MainActor () -> Void
  ) {
    self.init(title, event: event, Value.members(properties), role: role, action: action)
  }

  /// Makes a button with a title that is not localized, and an event with properties from
  /// variables.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, event: String, _ properties: [String: (any PropertyValue)?],
    role: ButtonRole? = nil, action: @escaping @MainActor () -> Void
  ) {
    self.init(title, event: event, Value.members(properties), role: role, action: action)
  }
}
#endif
