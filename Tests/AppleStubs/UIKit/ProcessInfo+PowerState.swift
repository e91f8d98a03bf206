// On Apple's platforms these declarations are in Foundation, which all frameworks export.
public import Foundation

extension NSNotification.Name {
  /// See
  /// <https://developer.apple.com/documentation/foundation/nsnotification/name-swift.struct/nsprocessinfopowerstatedidchange>.
  public static let NSProcessInfoPowerStateDidChange = NSNotification.Name(
    "NSProcessInfoPowerStateDidChangeNotification")
}

extension ProcessInfo {
  /// See <https://developer.apple.com/documentation/foundation/processinfo/islowpowermodeenabled>.
  public var isLowPowerModeEnabled: Bool { StubPower.shared.isLow }
}

// Sendable: mutable state is accessed only under the lock.
/// The user's setting of the low power mode.
public final class StubPower: @unchecked Sendable {
  /// The only instance.
  public static let shared = StubPower()
  private let lock = NSLock()
  private var low = false

  /// Whether the low power mode is on; a change is posted.
  public var isLow: Bool {
    get { lock.withLock { low } }
    set {
      lock.withLock { low = newValue }
      NotificationCenter.default.post(
        name: .NSProcessInfoPowerStateDidChange, object: ProcessInfo.processInfo)
    }
  }
}
