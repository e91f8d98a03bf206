#if canImport(SwiftUI)
public import Cairn
import Foundation
public import SwiftUI

#if canImport(CoreGraphics)
import CoreGraphics
#endif

extension View {
  /// Presents an `AnalyticsInspector` when this view is tapped or clicked three times, in debug
  /// builds.
  ///
  /// Set it on the root view. The taps are not consumed: buttons and other gestures work as before.
  /// Taps on empty space, where no view is drawn, are not detected. On tvOS use
  /// `analyticsInspector(_:isPresented:)`, because only focused views receive taps there.
  ///
  /// In other builds this modifier does nothing: a package that is compiled for release has no
  /// `DEBUG`. Xcode compiles a package for debug in the configuration Debug and in copies of it. To
  /// have the inspector in a release build, for example for testers in TestFlight, use
  /// `analyticsInspector(_:isPresented:)` with a condition of your own.
  ///
  /// - Parameter analytics: The instance to inspect; nil disables the gesture.
  /// - Returns: The view, with unchanged appearance and behavior.
  public func analyticsInspector(_ analytics: Analytics?) -> some View {
    modifier(InspectorGestureModifier(analytics: analytics))
  }

  /// Presents an `AnalyticsInspector` in a sheet while `isPresented` is true, in all builds.
  ///
  /// Use it with a trigger of your own: a menu item, a hidden button, or a shake.
  ///
  /// - Parameters:
  ///   - analytics: The instance to inspect; if it is nil, the sheet says so.
  ///   - isPresented: Whether the inspector is presented. Closing it sets false.
  /// - Returns: The view, with unchanged appearance and behavior.
  public func analyticsInspector(
    _ analytics: Analytics?, isPresented: Binding<Bool>
  ) -> some View {
    modifier(InspectorModifier(analytics: analytics, isPresented: isPresented))
  }
}

/// Presents the inspector after three taps.
struct InspectorGestureModifier: ViewModifier {
  /// The number of taps.
  static let taps = 3

  let analytics: Analytics?
  @State private var isPresented = false

  init(analytics: Analytics?) { self.analytics = analytics }

  func body(content: Content) -> some View {
    #if DEBUG
    content
      .simultaneousGesture(TapGesture(count: Self.taps).onEnded { isPresented = analytics != nil })
      .modifier(InspectorModifier(analytics: analytics, isPresented: $isPresented))
    #else
    content
    #endif
  }
}

/// Presents the inspector in a sheet.
struct InspectorModifier: ViewModifier {
  let analytics: Analytics?
  @Binding var isPresented: Bool

  init(analytics: Analytics?, isPresented: Binding<Bool>) {
    self.analytics = analytics
    _isPresented = isPresented
  }

  func body(content: Content) -> some View {
    content.sheet(isPresented: $isPresented) {
      if let analytics { inspector(analytics) } else { Text("There is no Analytics to inspect") }
    }
  }

  private func inspector(_ analytics: Analytics) -> some View {
    let inspector = AnalyticsInspector(analytics) { isPresented = false }
    #if os(macOS)
    // A sheet is as small as its content allows.
    return inspector.frame(minWidth: 480, minHeight: 560)
    #else
    return inspector
    #endif
  }
}
#endif
