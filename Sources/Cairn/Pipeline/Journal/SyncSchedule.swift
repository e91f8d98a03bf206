import Dispatch

/// Decides when the journal's bytes are forced to the disk, and does it where nobody waits but those who asked.
package final class SyncSchedule: Sendable {
  private let journal: Journal
  private let clock: any Clock
  /// Milliseconds between the first unsynced event and the sync; nil for only when asked.
  private let interval: Int64?
  private let diagnostics: Diagnostics
  /// One at a time: those who ask while a sync runs share the next one.
  private let queue = DispatchQueue(label: "cairn.sync")
  private let waiting = Locked<[CheckedContinuation<Void, any Error>]>([])

  package init(
    _ journal: Journal, clock: any Clock, interval: Int64?, diagnostics: Diagnostics
  ) {
    self.journal = journal
    self.clock = clock
    self.interval = interval
    self.diagnostics = diagnostics
  }

  /// Returns when all that was appended before the call survives a loss of power.
  package func sync() async throws {
    try await withCheckedThrowingContinuation { continuation in
      let isFirst = waiting.withLock { waiting in
        waiting.append(continuation)
        return waiting.count == 1
      }
      if isFirst { queue.async { self.syncNow() } }
    }
  }

  /// The first event after a sync was appended: the next sync is due when the interval ends.
  package func becameDirty() {
    guard let interval else { return }
    let due = clock.now().continuous + interval
    Task.detached(priority: .utility) { [self] in
      try? await clock.sleep(untilContinuous: due)
      do {
        try await sync()
      } catch {
        diagnostics.report(.error, "journal.sync", "\(error)")
      }
    }
  }

  private func syncNow() {
    let served = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    let result = Result { try journal.sync() }
    for continuation in served { continuation.resume(with: result) }
  }
}
