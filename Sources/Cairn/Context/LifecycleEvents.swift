/// Events that the SDK records about the app itself, by their names in the Segment specification.
public struct LifecycleEvents: OptionSet, Hashable, Sendable {
  /// The raw bits, one for each event.
  public let rawValue: UInt8

  /// Creates a set with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `Application Installed`: the first launch with the SDK, recorded once for each installation.
  ///
  /// Its properties are `version` and `build`.
  public static let installed = LifecycleEvents(rawValue: 1 << 0)
  /// `Application Updated`: the first launch of another version or build, recorded once for each.
  ///
  /// Its properties are `version`, `build`, `previous_version` and `previous_build`.
  public static let updated = LifecycleEvents(rawValue: 1 << 1)
  /// `Application Opened`: the app entered the foreground.
  ///
  /// Its properties are `from_background`, which is false for the first time in a launch; `version`
  /// and `build`; and `url` and `referring_application` when `openURL` was called just before.
  public static let opened = LifecycleEvents(rawValue: 1 << 2)
  /// `Application Backgrounded`: the app entered the background.
  public static let backgrounded = LifecycleEvents(rawValue: 1 << 3)

  /// All lifecycle events.
  public static let all: LifecycleEvents = [.installed, .updated, .opened, .backgrounded]
}
