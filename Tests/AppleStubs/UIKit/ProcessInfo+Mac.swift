// On Apple's platforms these declarations are in Foundation, which all frameworks export.
public import Foundation

extension ProcessInfo {
  /// See <https://developer.apple.com/documentation/foundation/processinfo/ismaccatalystapp>.
  public var isMacCatalystApp: Bool { StubMac.shared.runsCatalystApp }
  /// See <https://developer.apple.com/documentation/foundation/processinfo/isiosapponmac>.
  public var isiOSAppOnMac: Bool { StubMac.shared.runsUnchangedApp }
}

// Sendable: mutable state is accessed only under the lock.
/// Whether the app for iOS runs on a Mac.
public final class StubMac: @unchecked Sendable {
  /// The only instance.
  public static let shared = StubMac()
  private let lock = NSLock()
  private var catalyst = false
  private var unchanged = false

  /// Whether it was built with Mac Catalyst.
  public var runsCatalystApp: Bool {
    get { lock.withLock { catalyst } }
    set { lock.withLock { catalyst = newValue } }
  }

  /// Whether it is the app for iPhone or iPad.
  public var runsUnchangedApp: Bool {
    get { lock.withLock { unchanged } }
    set { lock.withLock { unchanged = newValue } }
  }
}
