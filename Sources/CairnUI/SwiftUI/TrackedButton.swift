#if canImport(SwiftUI)
public import Cairn
public import SwiftUI

/// A button that records an event each time its action runs.
///
/// ```swift
/// TrackedButton("Buy", event: "Buy Tapped", ["sku": .string(product.sku)]) { cart.add(product) }
/// ```
///
/// It is SwiftUI's `Button`, and takes every style and modifier of one. The event is recorded first, then the action
/// runs: also for VoiceOver, a keyboard shortcut or a remote control, where `trackTap` sees no tap, and never while the
/// button is disabled. Without an `Analytics` in the environment the action runs all the same.
public struct TrackedButton<Label: View>: View {
  private let role: ButtonRole?
  private let event: String
  private let properties: [String: Value]
  private let action: @MainActor () -> Void
  private let label: Label
  private var tracker = Tracker()

  /// Makes a button with a label of your own.
  ///
  /// - Parameters:
  ///   - event: What happened, such as `Buy Tapped`. Not empty.
  ///   - properties: More about it.
  ///   - role: What the button is for, such as `.destructive`.
  ///   - action: What the button does.
  ///   - label: What it looks like.
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

  /// The button.
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
  /// Makes a button that says `title`, which is localized as SwiftUI's own.
  ///
  /// - Parameters:
  ///   - title: What the button says.
  ///   - event: What happened, such as `Buy Tapped`. Not empty.
  ///   - properties: More about it.
  ///   - role: What the button is for, such as `.destructive`.
  ///   - action: What the button does.
  public init(
    _ title: LocalizedStringKey, event: String, _ properties: [String: Value] = [:],
    role: ButtonRole? = nil, action: @escaping @MainActor () -> Void
  ) {
    self.init(event: event, properties, role: role, action: action) { Text(title) }
  }

  /// Makes a button that says `title`, as it is.
  ///
  /// - Parameters:
  ///   - title: What the button says.
  ///   - event: What happened, such as `Buy Tapped`. Not empty.
  ///   - properties: More about it.
  ///   - role: What the button is for, such as `.destructive`.
  ///   - action: What the button does.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, event: String, _ properties: [String: Value] = [:],
    role: ButtonRole? = nil, action: @escaping @MainActor () -> Void
  ) {
    self.init(event: event, properties, role: role, action: action) { Text(title) }
  }
}
#endif
