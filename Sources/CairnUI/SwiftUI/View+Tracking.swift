#if canImport(SwiftUI)
public import Cairn
public import SwiftUI

extension View {
  /// Gives this view and all below it the `Analytics` that they record with.
  ///
  /// Set it once, on the root view. It is short for `environment(\.analytics, analytics)`. Where a view records and
  /// finds none, nothing is recorded, and standard error says so once.
  public func analytics(_ analytics: Analytics?) -> some View {
    environment(\.analytics, analytics)
  }

  /// Records a screen each time this view appears.
  ///
  /// It is written to the journal before `onAppear` returns. What counts is what SwiftUI calls an appearance:
  ///
  /// - pushed onto a `NavigationStack`, and again when what was pushed on top of it is popped;
  /// - a tab that is selected, each time;
  /// - not: when the view is drawn anew, when a sheet over it is closed, or when the app comes back from the background.
  ///
  /// A swipe back that is given up is no new appearance. Name and properties are those at the moment when it appears.
  /// Where the same view shows something else later, as beside a `NavigationSplitView`'s list, add `.id(product.id)`
  /// after it, and each of them counts. Put it on the screen's outermost view, not on the rows of a list, which appear
  /// as they are scrolled in.
  ///
  /// - Parameters:
  ///   - name: The screen's name, such as `Checkout`. Not empty.
  ///   - properties: More about it.
  /// - Returns: The view, which looks and works as before.
  public func trackScreen(_ name: String, _ properties: [String: Value] = [:]) -> some View {
    modifier(ScreenModifier(name: name, properties: properties))
  }

  /// Records an event each time this view is tapped or clicked.
  ///
  /// The tap is not taken: gestures of the view, of views in it and around it, and the action of a button or a link in
  /// it run as if this were not there. For a button use `TrackedButton`: it records exactly when the action runs, while
  /// this sees fingers, pointers and remote controls, but not VoiceOver or a keyboard.
  ///
  /// - Parameters:
  ///   - name: What happened, such as `Banner Tapped`. Not empty.
  ///   - properties: More about it.
  /// - Returns: The view, which looks and works as before.
  public func trackTap(_ name: String, _ properties: [String: Value] = [:]) -> some View {
    modifier(TapModifier(name: name, properties: properties))
  }

  /// Records each link that the app is opened with, by `Analytics.openURL(_:referrer:)`.
  ///
  /// Set it once, on the root view, inside `analytics(_:)`. Other `onOpenURL` modifiers get the link as well.
  ///
  /// - Returns: The view, which looks and works as before.
  @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
  public func trackOpenedURLs() -> some View { modifier(OpenURLModifier()) }
}
#endif
