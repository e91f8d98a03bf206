#if canImport(SwiftUI)
public import Cairn
public import CairnContent
public import SwiftUI

extension View {
  /// Sets the `ContentAnalytics` with which this view and the views below record interactions.
  ///
  /// Set it on the root view, and on the root of each separate window, such as a sheet on macOS.
  /// Content outside this view counts as not visible. If a view below finds none, nothing is
  /// recorded, and the log says so once.
  public func contentAnalytics(_ content: ContentAnalytics?) -> some View {
    modifier(ContentAnalyticsModifier(content))
  }

  /// Records a view of an asset when enough of this view was visible for long enough, and measures
  /// the exposure.
  ///
  /// By default, half of it must be visible for one second without a break, or, if it is larger
  /// than the screen, it must fill half of the screen; see `ContentConfiguration.viewability`. The
  /// visible part is the part within the window and the enclosing scroll view. Before iOS 17, macOS
  /// 14, tvOS 17 and watchOS 10, the scroll view is not taken into account. Sheets or other views
  /// in front of it are not taken into account.
  ///
  /// - An exposure lasts from when any part is visible until none is, and records at most one view.
  ///   Content that is scrolled away or covered by another screen and visible again later can count
  ///   again. Redrawing the view, or returning from the background, does not begin another
  ///   exposure.
  /// - The view is in the journal as soon as it counts. Dwell time and visible fractions are
  ///   recorded when no part is visible any more and when the app goes to the background. If the
  ///   process dies before, these measures are lost, but the view is not.
  /// - If this view shows another asset later, that asset is counted from then on.
  ///
  /// - Parameters:
  ///   - url: The asset's URL. Not blank.
  ///   - location: The location, such as `home/top`; each location is counted separately. Nil for
  ///     none.
  ///   - extras: Additional data.
  /// - Returns: The view, with unchanged appearance and behavior.
  public func trackAsset(
    _ url: String, location: String? = nil, extras: [String: Value]? = nil
  ) -> some View {
    modifier(ExposureModifier(.asset(url), location, extras))
  }

  /// Records a view of an experience when enough of this view was visible for long enough, and
  /// measures the exposure.
  ///
  /// It works like `trackAsset`. The assets of the experience are not counted by it; they can have
  /// a `trackAsset` modifier of their own.
  ///
  /// - Parameters:
  ///   - id: The ID that `ContentAnalytics.registerExperience` returned.
  ///   - location: The location, such as `home`. Nil for none.
  ///   - extras: Additional data.
  /// - Returns: The view, with unchanged appearance and behavior.
  public func trackExperience(
    _ id: ExperienceID, location: String? = nil, extras: [String: Value]? = nil
  ) -> some View {
    modifier(ExposureModifier(.experience(id.rawValue), location, extras))
  }

  /// Records a click on an asset each time this view is tapped or clicked.
  ///
  /// As with `trackTap`, the tap is not consumed, and VoiceOver and keyboards are not detected. In
  /// a button, call `trackAssetClick` of the environment's `contentAnalytics` in the action
  /// instead.
  ///
  /// - Parameters:
  ///   - url: The asset's URL. Not blank.
  ///   - location: The location, such as `home/top`. Nil for none.
  ///   - extras: Additional data.
  /// - Returns: The view, with unchanged appearance and behavior.
  public func trackAssetClick(
    _ url: String, location: String? = nil, extras: [String: Value]? = nil
  ) -> some View {
    modifier(ContentTapModifier(.asset(url), location, extras))
  }

  /// Records a click on an experience each time this view is tapped or clicked.
  ///
  /// It works like `trackAssetClick`.
  ///
  /// - Parameters:
  ///   - id: The ID that `ContentAnalytics.registerExperience` returned.
  ///   - location: The location, such as `home`. Nil for none.
  ///   - extras: Additional data.
  /// - Returns: The view, with unchanged appearance and behavior.
  public func trackExperienceClick(
    _ id: ExperienceID, location: String? = nil, extras: [String: Value]? = nil
  ) -> some View {
    modifier(ContentTapModifier(.experience(id.rawValue), location, extras))
  }
}
#endif
