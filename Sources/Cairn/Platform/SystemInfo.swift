import Foundation

#if canImport(UIKit) && !os(watchOS)
import UIKit
#endif

/// Properties of the machine and of the app that runs on it.
package enum SystemInfo {
  package static var osName: String { isOnMac ? "macOS" : systemName }

  /// The system that the app was built for.
  static var systemName: String {
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

  /// The locale as a BCP 47 tag, such as `de-DE`.
  package static var locale: String {
    #if os(Linux)
    return locale(of: ProcessInfo.processInfo.environment)
    #else
    return Locale.current.identifier(.bcp47)
    #endif
  }

  /// The language from the environment of the process; `en-001`, as in Foundation, if the
  /// environment sets none.
  ///
  /// Foundation itself does not read the environment, and takes milliseconds at first use.
  package static func locale(of environment: [String: String]) -> String {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }
    let name = names.first { !$0.isEmpty }?.prefix { $0 != "." && $0 != "@" } ?? "C"
    guard name != "C", name != "POSIX" else { return "en-001" }
    return name.replacingOccurrences(of: "_", with: "-")
  }

  /// The time zone as a name of the IANA database, such as `Europe/Berlin`.
  ///
  /// Foundation takes milliseconds for its first time zone, and the system's value is the same.
  package static var timeZone: String {
    #if os(Linux)
    if ProcessInfo.processInfo.environment["TZ"] == nil,
      let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime"),
      let folder = file.range(of: "/zoneinfo/")
    {
      return String(file[folder.upperBound...])
    }
    #endif
    return TimeZone.current.identifier
  }

  /// Whether the process is an app that a user opens and leaves.
  ///
  /// A server, a command-line tool, an app extension and a test bundle are not.
  package static var isApp: Bool { bundle("CFBundlePackageType") == "APPL" || isWatchApp }

  /// Whether this is an app extension, such as a widget.
  package static var isExtension: Bool {
    Bundle.main.bundlePath.hasSuffix(".appex") && !isWatchApp
  }

  /// Whether this is the program of a watch app with two targets, which is built as an extension.
  private static var isWatchApp: Bool {
    let properties = Bundle.main.infoDictionary?["NSExtension"] as? [String: Any]
    return properties?["NSExtensionPointIdentifier"] as? String == "com.apple.watchkit"
  }

  /// Whether this is an App Clip.
  package static var isAppClip: Bool { Bundle.main.infoDictionary?["NSAppClip"] != nil }

  /// Whether an app for iOS runs on a Mac: with Mac Catalyst, or unchanged.
  package static var isOnMac: Bool {
    #if canImport(UIKit) && !os(watchOS)
    ProcessInfo.processInfo.isMacCatalystApp || ProcessInfo.processInfo.isiOSAppOnMac
    #else
    false
    #endif
  }

  /// The bundle's identifier, or the program's name if there is none.
  package static var appName: String {
    bundle("CFBundleIdentifier") ?? ProcessInfo.processInfo.processName
  }

  /// Returns a value of the app's Info.plist; nil for a program without a bundle, as on a server.
  package static func bundle(_ key: String) -> String? {
    Bundle.main.infoDictionary?[key] as? String
  }
}
