#if canImport(SwiftUI)
public import Cairn
public import SwiftUI

extension View {
  /// Sets the `Analytics` with which this view and the views below record.
  ///
  /// Set it once, on the root view. It is equivalent to `environment(\.analytics, analytics)`. If a
  /// view below finds none, nothing is recorded, and the log says so once.
  public func analytics(_ analytics: Analytics?) -> some View {
    environment(\.analytics, analytics)
  }

  /// Records a screen event each time this view appears.
  ///
  /// The event is written to the journal before `onAppear` returns. SwiftUI reports an appearance
  /// in these cases:
  ///
  /// - The view is pushed onto a `NavigationStack`, or a view that was pushed on top of it is
  ///   popped.
  /// - Its tab is selected, each time.
  ///
  /// It reports none when the view is redrawn, when a sheet over it is closed, or when the app
  /// returns from the background. A cancelled swipe back is not a new appearance.
  ///
  /// The name and the properties are those at the moment of the appearance. If the same view shows
  /// something else later, as beside the list of a `NavigationSplitView`, add `.id(product.id)`
  /// after it, so that each of them counts. Set it on the outermost view of the screen, not on the
  /// rows of a list, which appear as they are scrolled in.
  ///
  /// - Parameters:
  ///   - name: The name of the screen, such as `Checkout`. Not empty.
  ///   - properties: The properties of the event.
  /// - Returns: The view, with unchanged appearance and behavior.
  public func trackScreen(_ name: String, _ properties: [String: Value] = [:]) -> some View {
    modifier(ScreenModifier(name: name, properties: properties))
  }

  /// Records an event each time this view is tapped or clicked.
  ///
  /// The tap is not consumed: gestures of this view, of its subviews and of enclosing views, and
  /// the actions of buttons and links in it, work as before. For a button, use `TrackedButton`,
  /// which records exactly when the action runs. This modifier detects touches, pointers and remote
  /// controls, but not VoiceOver or keyboards.
  ///
  /// - Parameters:
  ///   - name: The name of the event, such as `Banner Tapped`. Not empty.
  ///   - properties: The properties of the event.
  /// - Returns: The view, with unchanged appearance and behavior.
  public func trackTap(_ name: String, _ properties: [String: Value] = [:]) -> some View {
    modifier(TapModifier(name: name, properties: properties))
  }

  /// Records each URL with which the app is opened, with `Analytics.openURL(_:referrer:)`.
  ///
  /// Set it once, on the root view, inside `analytics(_:)`. Other `onOpenURL` modifiers receive the
  /// URL too.
  ///
  /// - Returns: The view, with unchanged appearance and behavior.
  @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
  public func trackOpenedURLs() -> some View { modifier(OpenURLModifier()) }
}

/// Records the URLs with which the app is opened.
struct OpenURLModifier: ViewModifier {
  private var tracker = Tracker()

  init() {}

  func body(content: Content) -> some View {
    content.onOpenURL { tracker.open($0) }
  }
}
#endif
