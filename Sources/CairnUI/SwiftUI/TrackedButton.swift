#if canImport(SwiftUI)
public import Cairn
public import SwiftUI

/// A button that records an event each time its action runs.
///
/// ```swift
/// TrackedButton("Buy", event: "Buy Tapped", ["sku": product.sku]) { cart.add(product) }
/// ```
///
/// It wraps SwiftUI's `Button` and supports every style and modifier of one. The event is recorded
/// before the action runs. This includes VoiceOver, keyboard shortcuts and remote controls, where
/// `trackTap` detects no tap. Nothing is recorded while the button is disabled. Without an
/// `Analytics` in the environment, the action still runs.
public struct TrackedButton<Label: View>: View {
  private let role: ButtonRole?
  private let event: String
  private let properties: [String: Value]
  private let action: @MainActor () -> Void
  private let label: Label
  private var tracker = Tracker()

  /// Makes a button with a custom label.
  ///
  /// - Parameters:
  ///   - event: The name of the event, such as `Buy Tapped`. Not empty.
  ///   - properties: The properties of the event.
  ///   - role: The role of the button, such as `.destructive`.
  ///   - action: The action of the button.
  ///   - label: The label of the button.
  public init(
    event: String, _ properties: [String: Value] = [:], role: ButtonRole? = nil,
    action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.role = role
    self.event = event
    self.properties = properties
    self.action = action
    self.label = label()
  }

  /// The view of the button.
  public var body: some View {
    Button(role: role) {
      tracker.track(event, properties)
      action()
    } label: {
      label
    }
  }
}

extension TrackedButton where Label == Text {
  /// Makes a button with a localized title.
  ///
  /// - Parameters:
  ///   - title: The key of the title, which is localized as in SwiftUI.
  ///   - event: The name of the event, such as `Buy Tapped`. Not empty.
  ///   - properties: The properties of the event.
  ///   - role: The role of the button, such as `.destructive`.
  ///   - action: The action of the button.
  public init(
    _ title: LocalizedStringKey, event: String, _ properties: [String: Value] = [:],
    role: ButtonRole? = nil, action: @escaping @MainActor () -> Void
  ) {
    self.init(event: event, properties, role: role, action: action) { Text(title) }
  }

  /// Makes a button with a title that is not localized.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - event: The name of the event, such as `Buy Tapped`. Not empty.
  ///   - properties: The properties of the event.
  ///   - role: The role of the button, such as `.destructive`.
  ///   - action: The action of the button.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, event: String, _ properties: [String: Value] = [:],
    role: ButtonRole? = nil, action: @escaping @MainActor () -> Void
  ) {
    self.init(event: event, properties, role: role, action: action) { Text(title) }
  }
}
#endif
