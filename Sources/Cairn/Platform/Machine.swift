import Foundation

/// What the machine says of itself and of the app that runs on it.
package enum Machine {
  package static var osName: String {
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

  package static var osVersion: String {
    let version = ProcessInfo.processInfo.operatingSystemVersion
    return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
  }

  /// A BCP 47 tag, such as `de-DE`.
  package static var locale: String {
    Locale.current.identifier.replacingOccurrences(of: "_", with: "-")
  }

  /// A name of the IANA database, such as `Europe/Berlin`.
  package static var timeZone: String { TimeZone.current.identifier }

  /// Whether this is an app that somebody opens and leaves.
  ///
  /// A server, a command-line tool, an app extension and a bundle of tests are none.
  package static var isApp: Bool { bundle("CFBundlePackageType") == "APPL" }

  /// Whether this is an app extension, such as a widget.
  package static var isExtension: Bool { Bundle.main.bundlePath.hasSuffix(".appex") }

  /// The bundle's identifier; the program's name where there is none.
  package static var appName: String {
    bundle("CFBundleIdentifier") ?? ProcessInfo.processInfo.processName
  }

  /// A value of the app's Info.plist; nil for a program that is no bundle, as on a server.
  package static func bundle(_ key: String) -> String? {
    Bundle.main.infoDictionary?[key] as? String
  }
}
