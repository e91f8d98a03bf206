/// The parts of the context that every event has, by their names in the Segment specification.
public struct ContextFields: OptionSet, Hashable, Sendable {
  /// The raw bits, one for each part.
  public let rawValue: UInt16

  /// Creates a set with these bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// `app`: the `name`, `version`, `build` and `namespace` of the Info.plist.
  public static let app = ContextFields(rawValue: 1 << 0)
  /// `device`: `manufacturer`, `model` and `type` (`phone`, `tablet`, `tv`, `watch`, `headset`,
  /// `desktop`, `server`).
  ///
  /// It contains nothing that distinguishes a device from others of the same model.
  public static let device = ContextFields(rawValue: 1 << 1)
  /// `os`: `name` and `version`.
  public static let os = ContextFields(rawValue: 1 << 2)
  /// `locale`: a BCP 47 tag, such as `de-DE`.
  public static let locale = ContextFields(rawValue: 1 << 3)
  /// `timezone`: a name of the IANA database, such as `Europe/Berlin`.
  public static let timezone = ContextFields(rawValue: 1 << 4)
  /// `screen`: `width` and `height` in points, and `density` in pixels per point.
  ///
  /// On iOS and tvOS it is available after the main thread has read it.
  public static let screen = ContextFields(rawValue: 1 << 5)
  /// `network`: `wifi` and `cellular`, each true or false.
  ///
  /// It is available after the system has reported it.
  public static let network = ContextFields(rawValue: 1 << 6)
  /// `library`: the `name` and `version` of this SDK.
  public static let library = ContextFields(rawValue: 1 << 7)

  /// All parts in an app; everywhere else all but the screen and the network.
  ///
  /// A server has no screen, and its network connection says nothing about its users.
  public static var standard: ContextFields {
    SystemInfo.isApp ? .all : .all.subtracting([.screen, .network])
  }

  /// All parts.
  public static let all: ContextFields = [
    .app, .device, .os, .locale, .timezone, .screen, .network, .library,
  ]
}
