import Foundation

/// Delivers to one destination: provides a `DeliveryDriver` with a clock, a network and an inbox.
///
/// It may block, and no other code waits for it. It processes one message at a time.
package actor DeliveryWorker {
  /// A message to the worker.
  private enum Message: Sendable {
    case input(DeliveryDriver.Input)
    /// The outcome of the request with this number.
    case outcome(Outcome, of: Int, key: UUID)
    /// The request with this number did not begin, because nothing may be sent any more.
    case refused(Int)
    /// Hand over what is left; `onEnd` is called when that is done or not wanted.
    case handOver(HandOver, onEnd: @Sendable () -> Void)
    case suspend(CheckedContinuation<Void, Never>)
    case resume(CheckedContinuation<Void, Never>)
    case flush(FlushWaiter)
    case background(onEnd: @Sendable () -> Void)
    case drop([PositionRange], DropReason, CheckedContinuation<Void, Never>)
    case close(CheckedContinuation<Void, Never>)
  }

  /// The maximum duration of a request.
  ///
  /// A batch may need minutes over a poor network, but a destination that never responds must not
  /// hold up its events, their lease and the callers of a flush forever.
  package static let longestRequest: Milliseconds = .minutes(20)

  package nonisolated let name: String
  package nonisolated let threshold: EventThreshold
  nonisolated let kindMask: EventKindMask
  private nonisolated let disk: DiskExecutor
  private nonisolated let hasOwnSchedule: Bool
  private nonisolated let messages: AsyncStream<Message>
  private nonisolated let inbox: AsyncStream<Message>.Continuation
  private nonisolated let published: Locked<DeliveryReport>
  nonisolated let mappingWarnings: MappingWarnings
  private let onReport: @Sendable () -> Void

  nonisolated let destination: any Destination
  nonisolated let ownFlush: DestinationFlush
  private let clock: any Clock
  private let circuit: HostCircuit
  private let client: CircuitBreaker.ClientID
  private nonisolated let uploads: BackgroundUploadManager?
  private let denials: DeniedPositions
  private let requestGate: RequestGate
  private let permission: @Sendable () -> DeliveryPermission
  /// The permit of the current or last request.
  private nonisolated let permit = Locked<RequestPermit?>(nil)
  private var delivery: DeliveryDriver
  private var alarm: Task<Void, Never>?
  private var sending: Task<Void, Never>?
  /// The task that ends the current request when it takes too long.
  private var limit: Task<Void, Never>?
  /// The number of requests begun; outcomes of earlier requests than the last are ignored.
  private var requests = 0
  /// The callers that wait for a flush, and the number of settled events that each waits for.
  private var flushes: [(goal: UInt64, tell: @Sendable (DeliveryReport) -> Void)] = []

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    disk.asUnownedSerialExecutor()
  }

  /// Creates a worker that runs on `disk`, so that its waits block no other work; `onReport` is
  /// called after each change of `report`.
  package init(
    destination: any Destination, delivery: consuming DeliveryDriver, clock: any Clock,
    uploads: BackgroundUploadManager? = nil, mappingWarnings: MappingWarnings = MappingWarnings(),
    requestGate: RequestGate = RequestGate(),
    disk: DiskExecutor = DiskExecutor(), onReport: @escaping @Sendable () -> Void = {}
  ) {
    self.onReport = onReport
    self.mappingWarnings = mappingWarnings
    self.disk = disk
    name = delivery.store.name
    hasOwnSchedule = destination.schedule != nil
    kindMask = delivery.kindMask
    (self.destination, self.clock, self.uploads) = (destination, clock, uploads)
    published = Locked(delivery.report)
    (circuit, client) = (delivery.circuit, delivery.client)
    denials = delivery.denials
    permission = delivery.permission
    self.requestGate = requestGate
    ownFlush = DestinationFlush(
      destination, clock: clock, requestGate: requestGate, permission: delivery.permission)
    self.delivery = delivery
    (messages, inbox) = AsyncStream.makeStream()
    threshold = EventThreshold(
      passing: { [inbox] in inbox.yield(.input(.passed)) },
      onFire: { [inbox] in inbox.yield(.input(.appended)) })
    circuit.listen(client) { [inbox] in inbox.yield(.input(.unbarred)) }
    uploads?.listen(name) { [inbox] in inbox.yield(.input(.uploaded($0))) }
  }

  /// The current state of the destination.
  ///
  /// Reading it never waits for the worker.
  package nonisolated var report: DeliveryReport {
    var report = published.withLock { $0 }
    report.adjusted = mappingWarnings.counts
    return report
  }

  /// Delivers until closed.
  ///
  /// Existing conditions are handled first, so that without a network not even the start makes an
  /// attempt.
  package func run(after signals: [HostSignal] = []) async {
    for signal in signals { handle(.host(signal)) }
    handle(.started)
    for await message in messages { receive(message) }
  }

  /// Tries to deliver the pending events.
  ///
  /// Returns when they are settled, an attempt failed or the task is cancelled. A cancellation does
  /// not stop the delivery.
  package nonisolated func flush() async -> DeliveryReport {
    let waiter = FlushWaiter()
    if case .terminated = inbox.yield(.flush(waiter)) { return report }
    return await waiter.report ?? report
  }

  /// Handles a signal of the device or the process.
  package nonisolated func handle(_ signal: HostSignal) { inbox.yield(.input(.host(signal))) }

  /// Hands over what the system can deliver while the process is suspended, if that is still wanted
  /// when it is this message's turn.
  ///
  /// Calls `onEnd` when that is done.
  nonisolated func handOver(_ handOver: HandOver, onEnd: @escaping @Sendable () -> Void) {
    if case .terminated = inbox.yield(.handOver(handOver, onEnd: onEnd)) { onEnd() }
  }

  /// Delivers pending events when the app enters the background, as far as the server's requested
  /// delay allows.
  ///
  /// `onEnd` is called when they are settled or an attempt failed.
  package nonisolated func handleBackground(onEnd: @escaping @Sendable () -> Void) {
    if case .terminated = inbox.yield(.background(onEnd: onEnd)) { onEnd() }
  }

  /// Checks for events that another process has recorded.
  nonisolated func handleAppendElsewhere() { inbox.yield(.input(.appendedElsewhere)) }

  /// Handles a change of consent.
  package nonisolated func handleConsent() { inbox.yield(.input(.consent)) }

  /// Cancels the current request unless it is permitted; one that is about to begin checks itself.
  nonisolated func recall() {
    if permission() != .granted { permit.withLock { $0 }?.recall() }
    ownFlush.recall()
  }

  /// Cancels the uploads at the system unless they are still permitted.
  nonisolated func recallUploads() {
    if let uploads, permission() != .granted { uploads.cancel(name) }
  }

  /// Drops events that were recorded while the destination was denied, before any later message is
  /// handled.
  package nonisolated func giveUp(
    _ places: [PositionRange], _ reason: DropReason = .consentDenied
  ) {
    denials.add(places, reason)
  }

  /// Drops these events as soon as possible.
  nonisolated func forgetGivenUp() { inbox.yield(.input(.giveUp)) }

  /// Closes all files for an erasure; returns when they are closed.
  package nonisolated func suspend() async { await send { .suspend($0) } }

  /// Continues after an erasure; returns when the report no longer contains what was erased.
  package nonisolated func resume() async { await send { .resume($0) } }

  /// Changes the delivery intervals, unless the destination has a pace of its own.
  package nonisolated func schedule(flushAt: Int, flushInterval: Milliseconds) {
    guard !hasOwnSchedule else { return }
    inbox.yield(.input(.rescheduled(flushAt: flushAt, flushInterval: flushInterval)))
  }

  /// Drops the unsettled events at these positions.
  package nonisolated func drop(_ ranges: [PositionRange], _ reason: DropReason) async {
    await send { .drop(ranges, reason, $0) }
  }

  /// Stops the worker.
  ///
  /// A request in progress is cancelled, and its batch is sent again at the next launch.
  package nonisolated func close() async { await send { .close($0) } }

  /// Sends a message, and returns when it is handled.
  private nonisolated func send(
    _ message: (CheckedContinuation<Void, Never>) -> Message
  ) async {
    await withCheckedContinuation { continuation in
      let sent = inbox.yield(message(continuation))
      if case .terminated = sent { continuation.resume() }
    }
  }

  /// Releases the resources of a worker that is never run.
  nonisolated func leave() {
    circuit.leave(client)
    inbox.finish()
  }

  private func receive(_ message: Message) {
    switch message {
    case .input(let input): handle(input)
    case .outcome(let outcome, let number, let key):
      // The outcome of an abandoned request is ignored, because the current one may be for another
      // batch.
      if number == requests {
        endRequest()
        handle(.outcome(outcome, of: key))
      }
    case .refused(let number):
      // The request is begun again as soon as it is permitted.
      if number == requests {
        endRequest()
        handle(.giveUp)
      }
    case .handOver(let handOver, let onEnd): receive(handOver, onEnd)
    case .suspend(let continuation):
      handle(.suspend)
      continuation.resume()
    case .resume(let continuation):
      handle(.resume)
      continuation.resume()
    case .flush(let waiter):
      flush(.flush) { waiter.finish($0) }
    case .background(let onEnd):
      flush(.host(.background)) { _ in onEnd() }
    case .drop(let ranges, let reason, let continuation):
      handle(.drop(ranges, reason))
      continuation.resume()
    case .close(let continuation):
      alarm?.cancel()
      ownFlush.close()
      endRequest()
      handle(.close)
      inbox.finish()
      continuation.resume()
    }
  }

  private func receive(_ handOver: HandOver, _ onEnd: @escaping @Sendable () -> Void) {
    guard handOver.isWanted() else { return onEnd() }
    if !handOver.isUrgent, delivery.machine.phase == .delivering {
      // Begun since the background was handled: its end decides what is left for the system.
      return flush(.host(.background)) { [weak self] _ in
        guard let self else { return onEnd() }
        self.handOver(handOver, onEnd: onEnd)
      }
    }
    handle(.host(.suspending))
    onEnd()
  }

  private func flush(
    _ input: DeliveryDriver.Input, then tell: @escaping @Sendable (DeliveryReport) -> Void
  ) {
    flushes.append((.max, tell))
    handle(input)
    setGoal()
  }

  private func handle(_ input: DeliveryDriver.Input) {
    let effects = delivery.handle(input)
    let report = delivery.report
    published.withLock { $0 = report }
    onReport()
    cancelStaleAlarm()
    for effect in effects { perform(effect) }
    finishFlushes { $0 <= report.cursor.counters.settled }
    delivery.prepareNext()
  }

  private func perform(_ effect: DeliveryDriver.Effect) {
    switch effect {
    case .deliver(let batch): deliver(batch)
    case .upload(let upload):
      endRequest()
      begin(upload)
    case .lookForUpload(let label): Task { await answerLook(for: label) }
    case .worker(let action): perform(action)
    case .cancel: endRequest()
    }
  }

  private func perform(_ action: DeliveryMachine.WorkerAction) {
    switch action {
    case .wake(let time): wake(at: time)
    case .arm(let count): arm(at: count)
    case .armAfter(let count): threshold.arm(after: count)
    case .finishFlush: finishFlushes { _ in true }
    }
  }

  /// Sets the goal of the last flush: the events that are pending after the journal was checked.
  private func setGoal() {
    guard let last = flushes.indices.last, flushes[last].goal == .max else { return }
    let places = delivery.store.cursor.pending(in: delivery.journal.segments())
    flushes[last].goal = delivery.store.cursor.counters.settled &+ UInt64(places)
  }

  private func finishFlushes(_ isReached: (UInt64) -> Bool) {
    guard !flushes.isEmpty else { return }
    let done = flushes.filter { isReached($0.goal) }
    flushes.removeAll { isReached($0.goal) }
    for flush in done { flush.tell(report) }
  }

  private func deliver(_ batch: Batch) {
    requests += 1
    let permit = RequestPermit(requestGate) { [permission] in permission() == .granted }
    self.permit.withLock { $0 = permit }
    // The worker is informed however the task ends: a denial cancels it, and may be withdrawn
    // before the worker handles it.
    let task = Task { [destination, inbox, requests] in
      guard !Task.isCancelled else {
        inbox.yield(.refused(requests))
        return
      }
      // The permission is checked again by the thread that begins the request, because it may have
      // been denied since the batch was selected.
      let outcome = await RequestPermit.current.withValue(permit) {
        await permit.begin { await destination.deliver(batch) }
      }
      guard let outcome, !permit.wasRefused else {
        inbox.yield(.refused(requests))
        return
      }
      inbox.yield(.outcome(outcome, of: requests, key: batch.key))
    }
    permit.hold(task)
    sending = task
    limit = Task { [clock, inbox, requests] in
      // In two halves, so that after a suspension of the process the response can arrive before the
      // time limit.
      let half = Milliseconds(Self.longestRequest.count / 2)
      for _ in 0..<2 {
        try? await clock.sleep(untilContinuous: clock.now().continuous + half)
        guard !Task.isCancelled else { return }
      }
      let outcome = Outcome.later(
        afterSeconds: nil,
        reason: "no response within \(Self.longestRequest.count / 60_000) minutes")
      inbox.yield(.outcome(outcome, of: requests, key: batch.key))
    }
  }

  /// Ends the current request; its outcome is ignored.
  private func endRequest() {
    limit?.cancel()
    sending?.cancel()
    (limit, sending) = (nil, nil)
    requests += 1
  }

  /// Begins an upload, unless the system may no longer have it.
  private func begin(_ upload: BackgroundUpload) {
    let hasBegun = requestGate.step {
      guard permission() == .granted else { return false }
      uploads?.upload(upload)
      return true
    }
    guard !hasBegun, let label = UploadTaskLabel(upload.label) else { return }
    inbox.yield(.input(.uploadUnknown(label.name)))
  }

  private func answerLook(for label: UploadTaskLabel) async {
    let isThere = await uploads?.isUnderWay(label) ?? false
    if !isThere { inbox.yield(.input(.uploadUnknown(label.name))) }
  }

  private func wake(at time: MonotonicTime) {
    alarm?.cancel()
    alarm = Task { [clock, inbox] in
      try? await clock.sleep(untilContinuous: time)
      if !Task.isCancelled { inbox.yield(.input(.tick)) }
    }
  }

  private func cancelStaleAlarm() {
    if delivery.machine.nextAttempt == nil { alarm?.cancel() }
  }

  /// Arms the threshold to fire when the given number of events is pending.
  private func arm(at count: Int) {
    // Before the events are counted, because more may be recorded meanwhile.
    let mark = threshold.mark
    threshold.arm(after: count - delivery.pending, from: mark)
  }
}
