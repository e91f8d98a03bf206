// On Apple's platforms this declaration is in Foundation, which UIKit and WatchKit export.
public import Foundation

extension ProcessInfo {
  /// See
  /// <https://developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:)>.
  public func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
  ) {
    StubExpiringActivities.shared.perform(reason, block)
  }
}

// Sendable: mutable state is accessed only under the lock.
/// The activities whose block has not returned.
public final class StubExpiringActivities: @unchecked Sendable {
  /// The only instance.
  public static let shared = StubExpiringActivities()
  private let lock = NSLock()
  private var nextID = 0
  private var running: [Int: @Sendable (Bool) -> Void] = [:]
  private var refuses = false
  private var purposes: [String] = []
  private var watchers: [() -> Void] = []

  /// The number of activities.
  public var count: Int { lock.withLock { running.count } }

  /// The reasons of all activities that were requested.
  public var requested: [String] { lock.withLock { purposes } }

  /// Grants or refuses activities from now on.
  public func reset(refuses: Bool = false) { lock.withLock { self.refuses = refuses } }

  /// Reports on another thread that the time is up, as the system does.
  public func expire() {
    let blocks = lock.withLock { Array(running.values) }
    for block in blocks { Thread.detachNewThread { block(true) } }
  }

  /// Returns when every block has returned.
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

  func perform(_ reason: String, _ block: @escaping @Sendable (Bool) -> Void) {
    let id = lock.withLock { () -> Int? in
      purposes.append(reason)
      guard !refuses else { return nil }
      nextID += 1
      running[nextID] = block
      return nextID
    }
    Thread.detachNewThread { [self] in
      block(id == nil)
      if let id { end(id) }
    }
  }

  private func end(_ id: Int) {
    let done = lock.withLock {
      running[id] = nil
      guard running.isEmpty else { return [] as [() -> Void] }
      defer { watchers = [] }
      return watchers
    }
    for watcher in done { watcher() }
  }
}
