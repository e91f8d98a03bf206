import Foundation

/// Upkeep in a child of `fork(2)`, where no queue works and no task ever runs: a thread of its own, when it is needed.
extension JournalUpkeep {
  func goOnInChild() { isAtWorkInChild.withLock { $0 = false } }

  /// False when this process is no child.
  func attendInChild() -> Bool {
    let (isChild, isFirst) = isAtWorkInChild.withLock { isAtWork in
      defer { if isAtWork != nil { isAtWork = true } }
      return (isAtWork != nil, isAtWork == false)
    }
    if isFirst { Thread.detachNewThread { self.workInChild() } }
    return isChild
  }

  /// Asks the disk and syncs, until there is nothing left to do.
  private func workInChild() {
    var delay = interval ?? 1_000
    Pause.milliseconds(Int(delay))
    while !isDone() {
      delay = min(delay * 2, Self.longestDelay)
      Pause.milliseconds(Int(delay))
    }
    isAtWorkInChild.withLock { $0 = false }
    // What came after the sync had begun has asked while this was at work.
    if journal.spill.events > 0 || interval != nil && !journal.isSynced { _ = attendInChild() }
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
