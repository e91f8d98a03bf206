/// Parts of the context that every event has, by their names in the Segment specification.
public struct ContextFields: OptionSet, Hashable, Sendable {
  /// One bit a part.
  public let rawValue: UInt16

  /// Makes the set with these bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// `app`: `name`, `version`, `build` and `namespace` of the Info.plist.
  public static let app = ContextFields(rawValue: 1 << 0)
  /// `device`: `manufacturer`, `model` and `type` (`phone`, `tablet`, `tv`, `watch`, `headset`, `desktop`, `server`).
  ///
  /// Nothing that tells one device from another of its kind.
  public static let device = ContextFields(rawValue: 1 << 1)
  /// `os`: `name` and `version`.
  public static let os = ContextFields(rawValue: 1 << 2)
  /// `locale`: a BCP 47 tag, such as `de-DE`.
  public static let locale = ContextFields(rawValue: 1 << 3)
  /// `timezone`: a name of the IANA database, such as `Europe/Berlin`.
  public static let timezone = ContextFields(rawValue: 1 << 4)
  /// `screen`: `width` and `height` in points, and `density`, the pixels of a point.
  ///
  /// On iOS and tvOS, as soon as the main thread has a moment.
  public static let screen = ContextFields(rawValue: 1 << 5)
  /// `network`: `wifi` and `cellular`, true or false.
  ///
  /// Once the system has said it.
  public static let network = ContextFields(rawValue: 1 << 6)
  /// `library`: `name` and `version` of this SDK.
  public static let library = ContextFields(rawValue: 1 << 7)

  /// All of them in an app; elsewhere all but the screen and the network.
  ///
  /// A server has no screen, and how it is connected says nothing of its users.
  public static var standard: ContextFields {
    Machine.isApp ? .all : .all.subtracting([.screen, .network])
  }

  /// All of them.
  public static let all: ContextFields = [
    .app, .device, .os, .locale, .timezone, .screen, .network, .library,
  ]
}
