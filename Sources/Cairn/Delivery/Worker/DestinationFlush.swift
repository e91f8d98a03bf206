/// Lets a destination send its own queue, if it has one: one flush at a time, and only while
/// consent is granted.
///
/// A caller waits for a flush that begins after its call, because one that runs may have passed the
/// caller's events. If one runs, another follows it, for all callers that came meanwhile.
final class DestinationFlush: Sendable {
  /// The maximum time that a flush runs, and that a caller waits.
  private static let longest: Milliseconds = .seconds(20)

  /// A flush that runs.
  private struct Run {
    let permit: RequestPermit
    let task: Task<Void, Never>
    let limit: Task<Void, Never>
    let waiters: [FlushWaiter]
    /// Whether its time is up; the destination may ignore the cancellation.
    var isLate = false
  }

  private struct State {
    var run: Run?
    /// The callers that wait for the next flush.
    var next: [FlushWaiter] = []
    var isClosed = false
  }

  private let destination: (any FlushableDestination)?
  private let clock: any Clock
  private let requestGate: RequestGate
  private let permission: @Sendable () -> DeliveryPermission
  private let state = Locked(State())

  init(
    _ destination: any Destination, clock: any Clock, requestGate: RequestGate,
    permission: @escaping @Sendable () -> DeliveryPermission
  ) {
    self.destination = destination as? any FlushableDestination
    self.clock = clock
    self.requestGate = requestGate
    self.permission = permission
  }

  /// Returns when the queue is sent, the time is up, or the caller's task is cancelled.
  func run() async {
    guard let destination, !Task.isCancelled else { return }
    let waiter = FlushWaiter()
    guard add(waiter, of: destination) else { return }
    let limit = afterTime { waiter.finish(nil) }
    _ = await waiter.report
    limit.cancel()
  }

  /// Cancels the flush unless it is still permitted.
  func recall() { state.withLock { $0.run?.permit }?.recall() }

  /// Ends the flush; there is none afterwards.
  func close() {
    state.withLock { $0.isClosed = true }
    giveUp()
  }

  /// Adds a caller, and begins the flush unless one runs; returns false if there is nothing to wait
  /// for: the flush is late, or the caller is the flush itself.
  private func add(_ waiter: FlushWaiter, of destination: any FlushableDestination) -> Bool {
    let caller = RequestPermit.current.get()
    return state.withLock { state in
      guard !state.isClosed else { return false }
      guard let run = state.run else {
        begin(destination, [waiter], &state)
        return true
      }
      guard !run.isLate, caller.map({ $0 !== run.permit }) ?? true else { return false }
      state.next.append(waiter)
      return true
    }
  }

  private func begin(
    _ destination: any FlushableDestination, _ waiters: [FlushWaiter], _ state: inout State
  ) {
    let permit = RequestPermit(requestGate) { [permission] in permission() == .granted }
    let task = Task { [self] in
      // The permission is checked in the step that begins the flush.
      _ = await RequestPermit.current.withValue(permit) {
        await permit.begin { await destination.flush() }
      }
      end(destination)
    }
    permit.hold(task)
    let limit = afterTime { [weak self] in self?.giveUp() }
    state.run = Run(permit: permit, task: task, limit: limit, waiters: waiters)
  }

  /// Ends a flush, and begins the next one if a caller waits for it.
  private func end(_ destination: any FlushableDestination) {
    let run = state.withLock { state in
      defer {
        state.run = nil
        if !state.next.isEmpty {
          begin(destination, state.next, &state)
          state.next = []
        }
      }
      return state.run
    }
    run?.limit.cancel()
    for waiter in run?.waiters ?? [] { waiter.finish(nil) }
  }

  /// Cancels the flush, because no caller waits for it.
  private func giveUp() {
    let (task, waiters) = state.withLock { state in
      state.run?.isLate = true
      defer { state.next = [] }
      return (state.run?.task, (state.run?.waiters ?? []) + state.next)
    }
    task?.cancel()
    for waiter in waiters { waiter.finish(nil) }
  }

  private func afterTime(_ act: @escaping @Sendable () -> Void) -> Task<Void, Never> {
    let deadline = clock.now().continuous + Self.longest
    return Task { [clock] in
      try? await clock.sleep(untilContinuous: deadline)
      if !Task.isCancelled { act() }
    }
  }
}
