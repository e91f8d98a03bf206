import Foundation

// What ProcessInfo has on Apple's systems alone.
extension NSNotification.Name {
  /// See
  /// <https://developer.apple.com/documentation/foundation/nsnotification/name-swift.struct/nsprocessinfopowerstatedidchange>.
  static var NSProcessInfoPowerStateDidChange: NSNotification.Name {
    NSNotification.Name("NSProcessInfoPowerStateDidChangeNotification")
  }
}

extension ProcessInfo {
  /// See <https://developer.apple.com/documentation/foundation/processinfo/islowpowermodeenabled>.
  var isLowPowerModeEnabled: Bool { false }

  /// See <https://developer.apple.com/documentation/foundation/processinfo/ismaccatalystapp>.
  var isMacCatalystApp: Bool { false }

  /// See <https://developer.apple.com/documentation/foundation/processinfo/isiosapponmac>.
  var isiOSAppOnMac: Bool { false }

  /// See <https://developer.apple.com/documentation/foundation/processinfo/activityoptions>.
  struct ActivityOptions: OptionSet, Sendable {
    let rawValue: UInt64
    static let background = ActivityOptions(rawValue: 0xFF)
    static let suddenTerminationDisabled = ActivityOptions(rawValue: 1 << 14)
  }

  /// See
  /// <https://developer.apple.com/documentation/foundation/processinfo/beginactivity(options:reason:)>.
  func beginActivity(
    options: ActivityOptions = [], reason: String
  ) -> any Foundation.NSObjectProtocol {
    Foundation.NSObject()
  }

  /// See <https://developer.apple.com/documentation/foundation/processinfo/endactivity(_:)>.
  func endActivity(_ activity: any Foundation.NSObjectProtocol) {}

  #if !os(macOS)
  /// See
  /// <https://developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:)>.
  func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
  ) {}
  #endif
}
