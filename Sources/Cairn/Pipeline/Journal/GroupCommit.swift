/// Lets many threads share one sync: the first one syncs for all that was appended by then, the others wait for it.
///
/// The sync runs outside the lock of the appends, so that what comes meanwhile shares the next one.
final class GroupCommit: Sendable {
  private struct State: Sendable {
    var isSyncing = false
    /// The last record that survives a loss of power, and the last that is in order.
    var durable: UInt64 = 0
    var ordered: UInt64 = 0
  }

  private enum Turn: Sendable { case done, lead }

  private let state = Monitor(State())

  var mutexForFork: ForkMutex { state.mutexForFork }

  /// The thread that syncs, and those that wait for it, are the parent's.
  func goOnInChild() { state.goOnInChild { $0.isSyncing = false } }

  /// Returns when all records up to this one are synced; `sync` syncs, and says up to which one it did.
  func wait(
    for ticket: UInt64, _ strength: SyncStrength,
    sync: () throws(JournalError) -> UInt64
  ) throws(JournalError) {
    while turn(ticket, strength) == .lead {
      do throws(JournalError) {
        let reached = try sync()
        finish(reached, strength)
      } catch {
        finish(0, strength)
        throw error
      }
    }
  }

  private func turn(_ ticket: UInt64, _ strength: SyncStrength) -> Turn {
    state.wait { state in
      if (strength == .durable ? state.durable : state.ordered) >= ticket { return .done }
      if state.isSyncing { return nil }
      state.isSyncing = true
      return .lead
    }
  }

  private func finish(_ reached: UInt64, _ strength: SyncStrength) {
    state.change { state in
      state.isSyncing = false
      state.ordered = max(state.ordered, reached)
      if strength == .durable { state.durable = max(state.durable, reached) }
    }
  }
}
