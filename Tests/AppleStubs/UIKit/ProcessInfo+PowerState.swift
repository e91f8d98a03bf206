// On Apple's platforms these are Foundation's, which every framework of theirs brings along.
public import Foundation

extension NSNotification.Name {
  /// See <https://developer.apple.com/documentation/foundation/nsnotification/name-swift.struct/nsprocessinfopowerstatedidchange>.
  public static let NSProcessInfoPowerStateDidChange = NSNotification.Name(
    "NSProcessInfoPowerStateDidChangeNotification")
}

extension ProcessInfo {
  /// See <https://developer.apple.com/documentation/foundation/processinfo/islowpowermodeenabled>.
  public var isLowPowerModeEnabled: Bool { StubPower.shared.isLow }
}

// Sendable: what changes is reached with the lock held only.
/// What the user has set.
public final class StubPower: @unchecked Sendable {
  /// There is one system.
  public static let shared = StubPower()
  private let lock = NSLock()
  private var low = false

  /// Whether power is saved; a change is posted.
  public var isLow: Bool {
    get { lock.withLock { low } }
    set {
      lock.withLock { low = newValue }
      NotificationCenter.default.post(
        name: .NSProcessInfoPowerStateDidChange, object: ProcessInfo.processInfo)
    }
  }
}
