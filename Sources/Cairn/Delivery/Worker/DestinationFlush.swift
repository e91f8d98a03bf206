/// Lets a destination send its own queue, if it has one: one flush at a time, and only while
/// consent is granted.
final class DestinationFlush: Sendable {
  /// The maximum time that a caller waits.
  private static let longest: Milliseconds = .seconds(20)

  private struct State {
    var permit: RequestPermit?
    var task: Task<Void, Never>?
    /// Whether a caller has given up; the destination may ignore the cancellation.
    var isLate = false
    var isClosed = false
    var waiters: [FlushWaiter] = []
  }

  private let destination: (any FlushableDestination)?
  private let clock: any Clock
  private let departures: RequestGate
  private let permission: @Sendable () -> DeliveryPermission
  private let state = Locked(State())

  init(
    _ destination: any Destination, clock: any Clock, departures: RequestGate,
    permission: @escaping @Sendable () -> DeliveryPermission
  ) {
    self.destination = destination as? any FlushableDestination
    self.clock = clock
    self.departures = departures
    self.permission = permission
  }

  /// Returns when the queue is sent, the time is up, or the caller's task is cancelled.
  func run() async {
    guard let destination, !Task.isCancelled else { return }
    let waiter = FlushWaiter()
    guard add(waiter, of: destination) else { return }
    let deadline = clock.now().continuous + Self.longest
    let limit = Task { [self] in
      try? await clock.sleep(untilContinuous: deadline)
      if !Task.isCancelled { giveUp() }
    }
    _ = await waiter.report
    limit.cancel()
  }

  /// Cancels the flush unless it is still permitted.
  func recall() { state.withLock { $0.permit }?.recall() }

  /// Ends the flush; there is none afterwards.
  func close() {
    state.withLock { $0.isClosed = true }
    giveUp()
  }

  /// Adds a caller, and begins the flush unless one runs; returns false if there is nothing to wait
  /// for.
  private func add(_ waiter: FlushWaiter, of destination: any FlushableDestination) -> Bool {
    state.withLock { state in
      guard !state.isClosed, !state.isLate else { return false }
      state.waiters.append(waiter)
      if state.permit == nil { begin(destination, &state) }
      return true
    }
  }

  private func begin(_ destination: any FlushableDestination, _ state: inout State) {
    let permit = RequestPermit(departures) { [permission] in permission() == .granted }
    let task = Task { [self] in
      // The permission is checked in the step that begins the flush.
      _ = await RequestPermit.current.withValue(permit) {
        await permit.begin { await destination.flush() }
      }
      end()
    }
    permit.hold(task)
    (state.permit, state.task) = (permit, task)
  }

  private func end() {
    release { state in
      (state.permit, state.task, state.isLate) = (nil, nil, false)
    }
  }

  private func giveUp() {
    let task = state.withLock { $0.task }
    task?.cancel()
    release { if $0.task != nil { $0.isLate = true } }
  }

  private func release(_ change: (inout State) -> Void) {
    let waiters = state.withLock { state in
      change(&state)
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.finish(nil) }
  }
}
