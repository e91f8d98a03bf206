/// Lets many threads share one sync: the first one syncs everything appended so far, and the others
/// wait for it.
///
/// The sync runs without the lock of the appends, so that records appended during it share the next
/// sync.
final class GroupCommit: Sendable {
  private struct State: Sendable {
    var isSyncing = false
    /// The ticket of the last record that survives a loss of power; `ordered` is that of the last
    /// one that is written in order.
    var durable: UInt64 = 0
    var ordered: UInt64 = 0
  }

  private enum Turn: Sendable { case done, lead }

  private let state = WaitableValue(State())

  var mutexForFork: ForkMutex { state.mutexForFork }

  /// Resets the state in a child of `fork(2)`, where the thread that syncs and those that wait for
  /// it do not exist.
  func goOnInChild() { state.goOnInChild { $0.isSyncing = false } }

  /// Returns when all records up to this ticket are synced; `sync` performs a sync and returns the
  /// ticket that it reached.
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
