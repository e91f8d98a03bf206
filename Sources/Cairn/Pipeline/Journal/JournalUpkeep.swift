import Dispatch

/// Syncs the journal, and asks a disk that refused again, where nobody waits but those who asked.
package final class JournalUpkeep: Sendable {
  static let longestDelay: Int64 = 60_000

  let journal: Journal
  private let clock: any Clock
  /// Milliseconds between the first unsynced event and the sync; nil for only when asked.
  let interval: Int64?
  let diagnostics: Diagnostics
  private let disk: DiskWork
  private let onDrain: @Sendable () -> Void
  /// One at a time: those who ask while a sync runs share the next one.
  private let queue = DispatchQueue(label: "cairn.sync")
  private let waiting = Locked<[CheckedContinuation<Void, any Error>]>([])
  private let isHurrying = Locked(false)
  private let isRetrying = Locked(false)
  private let plan = Locked(SyncPlan())
  /// Nil but in a child of `fork(2)`: whether a thread works there.
  let isAtWorkInChild = Locked<Bool?>(nil)

  /// `onDrain` is called when events that waited in memory may be on the disk.
  package init(
    _ journal: Journal, clock: any Clock, interval: Int64?, diagnostics: Diagnostics,
    disk: DiskWork = DiskWork(), onDrain: @escaping @Sendable () -> Void = {}
  ) {
    self.journal = journal
    self.clock = clock
    self.interval = interval
    self.diagnostics = diagnostics
    self.disk = disk
    self.onDrain = onDrain
  }

  var mutexesForFork: [ForkMutex] {
    [
      waiting.mutexForFork, isHurrying.mutexForFork, isRetrying.mutexForFork, plan.mutexForFork,
      isAtWorkInChild.mutexForFork,
    ]
  }

  /// Whether it syncs when nobody asks.
  package var syncsByItself: Bool { interval != nil }

  /// Does what an append calls for, on another thread.
  @inline(__always)
  package func attend(_ needs: Appended.Needs) {
    if !needs.isDisjoint(with: [.sync, .syncNow, .retry]) { attendLater(needs) }
  }

  /// Returns when all that was stored before the call survives a loss of power.
  package func sync() async throws {
    try await withCheckedThrowingContinuation { continuation in
      let isFirst = waiting.withLock { waiting in
        waiting.append(continuation)
        return waiting.count == 1
      }
      if isFirst { queue.async { self.syncForWaiting() } }
    }
  }

  /// The same for a caller that cannot await, and whose process may end when this returns.
  ///
  /// Returns after so many seconds at the latest: a disk that hangs must not hang the app.
  package func syncNow(forAtMostSeconds seconds: Double) {
    guard interval != nil else { return }
    let done = DispatchSemaphore(value: 0)
    queue.async { [self] in
      defer { done.signal() }
      do {
        try journal.sync(.ordered)
      } catch {
        diagnostics.report(.error, "journal.sync", "\(error)")
        syncWhenDue()
      }
    }
    _ = done.wait(timeout: .now() + seconds)
  }

  /// The last sync, after the journal was closed, and what is lost with this process.
  package func finish() async {
    do {
      try await sync()
    } catch {
      diagnostics.report(.error, "journal.sync", "\(error)")
    }
    let (events, problem) = journal.spill
    guard events > 0 else { return }
    diagnostics.report(
      .error, "journal.lost",
      "\(events) events end with the process: the disk did not take them (\(problem?.rawValue ?? ""))"
    )
  }

  @inline(never)
  private func attendLater(_ needs: Appended.Needs) {
    if attendInChild() { return }
    if needs.contains(.retry) { retryLater() }
    guard let interval else { return }
    if needs.contains(.syncNow) { syncSoon() }
    if needs.contains(.sync) { syncLater(interval) }
  }

  /// Asks a disk that refused again, now.
  package func retryNow() {
    journal.retryNow()
    syncWhenDue()
  }

  /// What no append announced: events that waited in memory, or a sync that failed.
  private func syncWhenDue() {
    if let interval, journal.announceSync() { syncLater(interval) }
  }

  /// While syncs fail they become rarer, whoever asks for the next one.
  private func syncLater(_ interval: Int64) {
    let isUnsure = journal.isUnsure
    sync(after: isUnsure ? max(interval, plan.withLock { $0.delay }) : interval)
  }

  /// The disk takes events again: a sync that failed meanwhile may be asleep for a minute, and is not waited for.
  private func syncAfterRecovery() {
    guard let interval, !journal.isSynced else { return }
    _ = journal.announceSync()
    sync(after: interval)
  }

  private func syncForWaiting() {
    let served = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    let result = Result { try journal.sync() }
    syncWhenDue()
    for continuation in served { continuation.resume(with: result) }
  }

  private func syncSoon() {
    let isFirst = isHurrying.withLock { hurries in
      defer { hurries = true }
      return !hurries
    }
    guard isFirst else { return }
    queue.async { [self] in
      isHurrying.withLock { $0 = false }
      // If it fails, the sync of the interval says so.
      if (try? journal.sync(.ordered)) == nil { syncWhenDue() }
    }
  }

  /// One sync is planned at a time: what is to be earlier takes the place of what sleeps.
  private func sync(after delay: Int64) {
    let due = clock.now().continuous + delay
    plan.withLock { planned in
      guard let number = planned.begin(at: due, after: delay) else { return }
      planned.sleeper = disk.begin { [self] _ in
        try? await clock.sleep(untilContinuous: due)
        if plan.withLock({ $0.take(number) }) { await syncNow(after: delay) }
      }
    }
  }

  /// Tries again, less and less often, as long as it fails.
  private func syncNow(after delay: Int64) async {
    do {
      try await syncInOrder()
      // What an append has moved to another file meanwhile may not be confirmed yet.
      syncWhenDue()
    } catch {
      diagnostics.report(.error, "journal.sync", "\(error)")
      // Unless an append that came meanwhile has planned the next one.
      if journal.announceSync() { sync(after: min(delay * 2, Self.longestDelay)) }
    }
  }

  private func syncInOrder() async throws {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { [journal] in
        continuation.resume(with: Result { try journal.sync(.ordered) })
      }
    }
  }

  private func retryLater() {
    let isFirst = isRetrying.withLock { retries in
      defer { retries = true }
      return !retries
    }
    guard isFirst else { return }
    report("the disk does not take events: they are kept in memory until it does, 256 KiB at most")
    _ = disk.begin { [self] _ in
      while let due = journal.retry() {
        syncWhenDue()
        // Some may be written, though not all.
        onDrain()
        try? await clock.sleep(untilContinuous: due)
      }
      isRetrying.withLock { $0 = false }
      syncAfterRecovery()
      onDrain()
      if journal.isClosed { return }
      if journal.spill.events > 0 { return retryLater() }
      diagnostics.report(.notice, "journal.recovered", "the disk takes events again")
    }
  }

  private func report(_ sentence: String) {
    let problem = journal.spill.problem?.rawValue ?? "unknown"
    diagnostics.report(.error, "journal.\(problem)", "\(sentence) (\(problem))")
  }
}

extension Journal {
  /// Whether all that is stored survives a loss of power.
  package var isSynced: Bool { state.withLock { $0.lane.syncedIndex == $0.lane.lastIndex } }

  /// Whether the last sync failed.
  var isUnsure: Bool { state.withLock { $0.lane.unsure != nil } }
}
