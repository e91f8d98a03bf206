import Foundation

/// Upkeep in a child of `fork(2)`, where neither dispatch queues nor tasks run: a thread is started
/// when needed.
extension JournalUpkeep {
  func goOnInChild() { isAtWorkInChild.withLock { $0 = false } }

  /// Starts the thread if it is not running; returns false when this process is not a child.
  func handleNeedsInChild() -> Bool {
    let (isChild, isFirst) = isAtWorkInChild.withLock { isAtWork in
      defer { if isAtWork != nil { isAtWork = true } }
      return (isAtWork != nil, isAtWork == false)
    }
    if isFirst { Thread.detachNewThread { self.workInChild() } }
    return isChild
  }

  /// Retries writes and syncs until nothing is left to do.
  private func workInChild() {
    var delay = interval ?? .seconds(1)
    BlockingSleep.milliseconds(Int(clamping: delay.count))
    while !isDone() {
      delay = min(delay * 2, Self.maximumDelay)
      BlockingSleep.milliseconds(Int(clamping: delay.count))
    }
    isAtWorkInChild.withLock { $0 = false }
    // Events that were appended after the last sync had begun found this thread still running.
    if journal.spill.events > 0 || interval != nil && !journal.isSynced { _ = handleNeedsInChild() }
  }

  private func isDone() -> Bool {
    guard journal.retry() == nil else { return false }
    guard interval != nil else { return true }
    do throws(JournalError) {
      try journal.sync(.ordered)
      return true
    } catch {
      diagnostics.report(.error, "journal.sync", "\(error)")
      return false
    }
  }
}
