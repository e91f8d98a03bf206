import Dispatch

/// Syncs the journal and retries failed writes in the background; only callers of its sync methods
/// wait.
package final class JournalUpkeep: Sendable {
  static let maximumDelay: Milliseconds = .minutes(1)

  let journal: Journal
  private let clock: any Clock
  /// The time between the first unsynced event and the sync; nil when only explicit syncs
  /// are made.
  let interval: Milliseconds?
  let diagnostics: Diagnostics
  private let disk: DiskWork
  private let onDrain: @Sendable () -> Void
  /// A serial queue for syncs; callers during a sync share the next one.
  private let queue = DispatchQueue(label: "cairn.sync")
  private let waiting = Locked<[CheckedContinuation<Void, any Error>]>([])
  private let isSyncScheduled = Locked(false)
  private let isRetrying = Locked(false)
  private let plan = Locked(SyncPlan())
  /// Whether a thread does the work in a child of `fork(2)`; nil in any other process.
  let isAtWorkInChild = Locked<Bool?>(nil)

  /// Creates the upkeep; `onDrain` is called when events that waited in memory may be on the disk.
  package init(
    _ journal: Journal, clock: any Clock, interval: Milliseconds?, diagnostics: Diagnostics,
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
      waiting.mutexForFork, isSyncScheduled.mutexForFork, isRetrying.mutexForFork,
      plan.mutexForFork,
      isAtWorkInChild.mutexForFork,
    ]
  }

  /// Whether syncs are made without an explicit call.
  package var syncsByItself: Bool { interval != nil }

  /// Starts the work that an append requires, on another thread.
  @inline(__always)
  package func handle(_ needs: AppendResult.Needs) {
    if !needs.isDisjoint(with: [.sync, .syncNow, .retry]) { handleNeedsLater(needs) }
  }

  /// Returns when everything that was stored before the call survives a loss of power.
  package func sync() async throws {
    try await withCheckedThrowingContinuation { continuation in
      let isFirst = waiting.withLock { waiting in
        waiting.append(continuation)
        return waiting.count == 1
      }
      if isFirst { queue.async { self.syncForWaiting() } }
    }
  }

  /// Syncs for a caller that cannot await, and whose process may end after the call.
  ///
  /// Returns after `seconds` at the latest, because a disk that hangs must not hang the app.
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

  /// Makes the last sync after the journal is closed, and logs events that are lost with this
  /// process.
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
      "\(events) events are lost when the process ends: the disk did not accept them "
        + "(\(problem?.rawValue ?? ""))")
  }

  @inline(never)
  private func handleNeedsLater(_ needs: AppendResult.Needs) {
    if handleNeedsInChild() { return }
    if needs.contains(.retry) { retryLater() }
    guard let interval else { return }
    if needs.contains(.syncNow) { syncSoon() }
    if needs.contains(.sync) { syncLater(interval) }
  }

  /// Retries immediately to write the events that wait in memory.
  package func retryNow() {
    journal.retryNow()
    syncWhenDue()
  }

  /// Schedules a sync that no append has announced: for events that waited in memory, or after a
  /// failed sync.
  private func syncWhenDue() {
    if let interval, journal.announceSync() { syncLater(interval) }
  }

  /// Schedules a sync; while syncs fail, the intervals grow, regardless of the caller.
  private func syncLater(_ interval: Milliseconds) {
    let isUnsure = journal.isUnsure
    sync(after: isUnsure ? max(interval, plan.withLock { $0.delay }) : interval)
  }

  /// Schedules a sync when the disk accepts events again, because a retry of a failed sync may be a
  /// minute away.
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
    guard isSyncScheduled.raise() else { return }
    queue.async { [self] in
      isSyncScheduled.lower()
      // If it fails, the sync at the end of the interval reports the error.
      if (try? journal.sync(.ordered)) == nil { syncWhenDue() }
    }
  }

  /// Schedules a sync; only one is scheduled at a time, and an earlier one replaces a later one.
  private func sync(after delay: Milliseconds) {
    let due = clock.now().continuous + delay
    plan.withLock { planned in
      guard let number = planned.begin(at: due, after: delay) else { return }
      planned.sleeper = disk.begin { [self] _ in
        try? await clock.sleep(untilContinuous: due)
        if plan.withLock({ $0.take(number) }) { await syncNow(after: delay) }
      }
    }
  }

  /// Syncs, and schedules a retry with a doubled delay if it fails.
  private func syncNow(after delay: Milliseconds) async {
    do {
      try await syncInOrder()
      // Records that an append has moved to another file during the sync may not be confirmed yet.
      syncWhenDue()
    } catch {
      diagnostics.report(.error, "journal.sync", "\(error)")
      // An append during the sync may already have scheduled the next one.
      if journal.announceSync() { sync(after: min(delay * 2, Self.maximumDelay)) }
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
    guard isRetrying.raise() else { return }
    report("the disk does not accept events: they wait in memory until it does, 256 KiB at most")
    _ = disk.begin { [self] _ in
      while let due = journal.retry() {
        syncWhenDue()
        // Some of the events may be written, even if not all are.
        onDrain()
        try? await clock.sleep(untilContinuous: due)
      }
      isRetrying.lower()
      syncAfterRecovery()
      onDrain()
      if journal.isClosed { return }
      if journal.spill.events > 0 { return retryLater() }
      diagnostics.report(.notice, "journal.recovered", "the disk accepts events again")
    }
  }

  private func report(_ sentence: String) {
    let problem = journal.spill.problem?.rawValue ?? "unknown"
    diagnostics.report(.error, "journal.\(problem)", "\(sentence) (\(problem))")
  }
}

extension Journal {
  /// Whether everything that is stored survives a loss of power.
  package var isSynced: Bool { state.withLock { $0.lane.syncedIndex == $0.lane.lastIndex } }

  /// Whether the last sync failed.
  var isUnsure: Bool { state.withLock { $0.lane.unsure != nil } }
}
