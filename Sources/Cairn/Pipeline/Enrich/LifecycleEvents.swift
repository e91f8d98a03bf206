/// Events that the SDK records about the app itself, by their names in the Segment specification.
public struct LifecycleEvents: OptionSet, Hashable, Sendable {
  /// One bit an event.
  public let rawValue: UInt8

  /// Makes the set with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `Application Installed`: the first launch with the SDK; once for each installation.
  ///
  /// `version`, `build`.
  public static let installed = LifecycleEvents(rawValue: 1 << 0)
  /// `Application Updated`: the first launch of another version or build; once for each.
  ///
  /// `version`, `build`, `previous_version`, `previous_build`.
  public static let updated = LifecycleEvents(rawValue: 1 << 1)
  /// `Application Opened`: the app came to the front.
  ///
  /// `from_background`, false for the first time since the launch; `version`, `build`; `url` and `referring_application`
  /// when `openURL` was called just before.
  public static let opened = LifecycleEvents(rawValue: 1 << 2)
  /// `Application Backgrounded`: the app went to the back.
  public static let backgrounded = LifecycleEvents(rawValue: 1 << 3)

  /// All of them.
  public static let all: LifecycleEvents = [.installed, .updated, .opened, .backgrounded]
}
