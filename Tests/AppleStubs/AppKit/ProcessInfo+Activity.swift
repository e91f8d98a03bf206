// On Apple's platforms these declarations are in Foundation, which AppKit exports.
public import Foundation

extension ProcessInfo {
  /// See <https://developer.apple.com/documentation/foundation/processinfo/activityoptions>.
  public struct ActivityOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt64
    /// As every option set has it.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// See
    /// <https://developer.apple.com/documentation/foundation/processinfo/activityoptions/background>.
    public static let background = ActivityOptions(rawValue: 0xFF)
    /// See
    /// <https://developer.apple.com/documentation/foundation/processinfo/activityoptions/suddenterminationdisabled>.
    public static let suddenTerminationDisabled = ActivityOptions(rawValue: 1 << 14)
  }

  /// See
  /// <https://developer.apple.com/documentation/foundation/processinfo/beginactivity(options:reason:)>.
  public func beginActivity(
    options: ActivityOptions = [], reason: String
  ) -> any NSObjectProtocol {
    StubActivities.shared.begin(options)
  }

  /// See <https://developer.apple.com/documentation/foundation/processinfo/endactivity(_:)>.
  public func endActivity(_ activity: any NSObjectProtocol) { StubActivities.shared.end(activity) }
}

// Sendable: mutable state is accessed only under the lock.
/// The activities in progress.
public final class StubActivities: @unchecked Sendable {
  /// The only instance.
  public static let shared = StubActivities()
  private let lock = NSLock()
  private var running: [ObjectIdentifier: (NSObject, ProcessInfo.ActivityOptions)] = [:]
  private var watchers: [() -> Void] = []

  /// The options of each activity in progress.
  public var options: [ProcessInfo.ActivityOptions] { lock.withLock { running.values.map(\.1) } }

  /// Returns when no activity is in progress.
  public func untilTheyEnd() async {
    await withCheckedContinuation { continuation in
      let isDone = lock.withLock {
        if running.isEmpty { return true }
        watchers.append { continuation.resume() }
        return false
      }
      if isDone { continuation.resume() }
    }
  }

  func begin(_ options: ProcessInfo.ActivityOptions) -> NSObject {
    let token = NSObject()
    lock.withLock { running[ObjectIdentifier(token)] = (token, options) }
    return token
  }

  func end(_ activity: any NSObjectProtocol) {
    let done = lock.withLock {
      let ended = running.removeValue(forKey: ObjectIdentifier(activity))
      precondition(ended != nil, "ended twice, or never begun")
      guard running.isEmpty else { return [] as [() -> Void] }
      defer { watchers = [] }
      return watchers
    }
    for watcher in done { watcher() }
  }
}
