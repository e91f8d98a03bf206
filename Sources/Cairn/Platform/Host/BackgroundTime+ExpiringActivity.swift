#if canImport(UIKit) || canImport(WatchKit)
import Dispatch
import Foundation

#if canImport(WatchKit) && (os(watchOS) || !canImport(UIKit))
import WatchKit
#else
import UIKit
#endif

extension BackgroundTime {
  /// Requests background time as an activity that may expire, on a watch and in an app extension.
  ///
  /// The time lasts as long as the activity's block runs, so one of the system's threads waits in
  /// it. When the time is up, or is not granted, the block is called with true on another thread.
  static func expiringActivity(
    for purpose: String, onExpiry: @escaping @Sendable () -> Void
  ) -> BackgroundTime {
    let time = BackgroundTime()
    let ended = DispatchSemaphore(value: 0)
    time.whenEnded { ended.signal() }
    ProcessInfo.processInfo.performExpiringActivity(withReason: purpose) { isExpired in
      guard isExpired else { return ended.wait() }
      onExpiry()
      time.end()
    }
    return time
  }
}
#endif
