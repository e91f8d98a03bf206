import Foundation

/// What holds for all events of a run: app, system, library, language.
///
/// Gathered once, when the SDK begins; it is written once a journal segment and not with each event.
package enum SystemContext {
  package static let libraryName = "cairn"
  package static let libraryVersion = "0.1.0"

  package static func gather() -> [String: Value] {
    var context: [String: Value] = [
      "library": ["name": .string(libraryName), "version": .string(libraryVersion)],
      "os": os(),
      "locale": .string(Locale.current.identifier.replacingOccurrences(of: "_", with: "-")),
      "timezone": .string(TimeZone.current.identifier),
    ]
    if let app = app() { context["app"] = app }
    return context
  }

  private static func os() -> Value {
    let version = ProcessInfo.processInfo.operatingSystemVersion
    return [
      "name": .string(osName),
      "version": "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)",
    ]
  }

  private static var osName: String {
    #if os(iOS)
    "iOS"
    #elseif os(tvOS)
    "tvOS"
    #elseif os(watchOS)
    "watchOS"
    #elseif os(visionOS)
    "visionOS"
    #elseif os(macOS)
    "macOS"
    #elseif os(Android)
    "Android"
    #else
    "Linux"
    #endif
  }

  /// Nil for a program that is no bundle, as on a server.
  private static func app() -> Value? {
    let info = Bundle.main.infoDictionary ?? [:]
    let fields = [
      "name": "CFBundleName", "version": "CFBundleShortVersionString", "build": "CFBundleVersion",
      "namespace": "CFBundleIdentifier",
    ]
    let app = fields.compactMapValues { (info[$0] as? String).map(Value.string) }
    return app.isEmpty ? nil : .object(app)
  }
}
