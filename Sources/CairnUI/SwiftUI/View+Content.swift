#if canImport(SwiftUI)
public import Cairn
public import CairnContent
public import SwiftUI

extension View {
  /// Gives this view and all below it the `ContentAnalytics` that they count content with.
  ///
  /// Set it once, on the root view, and on the root of whatever has a window of its own, such as a sheet on a Mac: what
  /// lies outside this view counts as not visible. Where a view below counts content and finds none, nothing is recorded,
  /// and standard error says so once.
  public func contentAnalytics(_ content: ContentAnalytics?) -> some View {
    modifier(ContentAnalyticsModifier(content))
  }

  /// Counts a view of an asset when enough of this view was seen for long enough, and measures how long and how much of it
  /// was seen.
  ///
  /// By default half of it for a second without a break, or, if it is larger than the screen, half the screen filled with
  /// it; see `ContentConfiguration.viewability`. What counts is the part within the window and the scroll view around it
  /// (before iOS 17, macOS 14, tvOS 17 and watchOS 10 the window alone). What covers it, as a sheet or a view in front of it,
  /// is not known.
  ///
  /// - One view is counted from when something of it can be seen until nothing can: scrolled away or covered by another
  ///   screen and seen again, it may count again. Not: when it is drawn anew, or when the app comes back from the background.
  /// - The view is in the journal the moment it counts. Time and shares are recorded when nothing can be seen any more, and
  ///   when the app goes to the background; if the process dies before, those are lost, and the view is not.
  /// - Where this view shows another asset later, that one is counted from then on.
  ///
  /// - Parameters:
  ///   - url: The asset's address. Not blank.
  ///   - location: Where, such as `home/top`; what is seen at different places is counted apart. Nil for none.
  ///   - extras: More about it.
  /// - Returns: The view, which looks and works as before.
  public func trackAsset(
    _ url: String, location: String? = nil, extras: [String: Value]? = nil
  ) -> some View {
    modifier(ExposureModifier(.asset(url), location, extras))
  }

  /// Counts a view of an experience when enough of this view was seen for long enough, and measures how long and how much of
  /// it was seen.
  ///
  /// As `trackAsset` does. The assets in it are not counted by this; they may have a `trackAsset` of their own.
  ///
  /// - Parameters:
  ///   - id: What `ContentAnalytics.registerExperience` returned.
  ///   - location: Where, such as `home`. Nil for none.
  ///   - extras: More about it.
  /// - Returns: The view, which looks and works as before.
  public func trackExperience(
    _ id: ExperienceID, location: String? = nil, extras: [String: Value]? = nil
  ) -> some View {
    modifier(ExposureModifier(.experience(id.rawValue), location, extras))
  }

  /// Counts a click on an asset each time this view is tapped or clicked.
  ///
  /// The tap is not taken, as with `trackTap`, and like that it does not see VoiceOver or a keyboard. In a button call
  /// `trackAssetClick` of the environment's `contentAnalytics` in its action.
  ///
  /// - Parameters:
  ///   - url: The asset's address. Not blank.
  ///   - location: Where, such as `home/top`. Nil for none.
  ///   - extras: More about it.
  /// - Returns: The view, which looks and works as before.
  public func trackAssetClick(
    _ url: String, location: String? = nil, extras: [String: Value]? = nil
  ) -> some View {
    modifier(ContentTapModifier(.asset(url), location, extras))
  }

  /// Counts a click on an experience each time this view is tapped or clicked.
  ///
  /// As `trackAssetClick` does.
  ///
  /// - Parameters:
  ///   - id: What `ContentAnalytics.registerExperience` returned.
  ///   - location: Where, such as `home`. Nil for none.
  ///   - extras: More about it.
  /// - Returns: The view, which looks and works as before.
  public func trackExperienceClick(
    _ id: ExperienceID, location: String? = nil, extras: [String: Value]? = nil
  ) -> some View {
    modifier(ContentTapModifier(.experience(id.rawValue), location, extras))
  }
}
#endif
