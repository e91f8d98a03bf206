import Foundation

/// Delivers to one destination: gives a `Delivery` a clock, a network and an inbox.
///
/// It may wait; nobody waits for it. One message at a time.
package actor Courier {
  /// What reaches a courier from outside.
  private enum Message: Sendable {
    case input(Delivery.Input)
    /// Of the request with this number.
    case outcome(Outcome, of: Int, key: UUID)
    /// The request with this number did not begin, since nothing may be sent any more.
    case refused(Int)
    /// The process is about to be stopped; called when all is handed over that can be.
    case handOver(@Sendable () -> Void)
    case suspend(CheckedContinuation<Void, Never>)
    case flush(FlushWaiter)
    case background(onEnd: @Sendable () -> Void)
    case drop([PositionRange], DropReason, CheckedContinuation<Void, Never>)
    case close(CheckedContinuation<Void, Never>)
  }

  /// How long a destination has for one batch, in milliseconds: it may need minutes over a poor
  /// network, and one that never answers must not hold up its events, their lease and those who wait
  /// for a flush for ever.
  package static let longestRequest: Int64 = 1_200_000

  package nonisolated let name: String
  package nonisolated let doorbell: Doorbell
  nonisolated let interest: Interest
  private nonisolated let disk: DiskExecutor
  private nonisolated let hasOwnPace: Bool
  private nonisolated let messages: AsyncStream<Message>
  private nonisolated let inbox: AsyncStream<Message>.Continuation
  private nonisolated let published: Locked<CourierReport>
  nonisolated let adjustments: Adjustments
  private let onReport: @Sendable () -> Void

  nonisolated let destination: any Destination
  private let clock: any Clock
  private let circuit: HostCircuit
  private let seat: CircuitBreaker.Seat
  private nonisolated let uploads: Uploads?
  private let denials: Denials
  private let departures: Departures
  private let permission: @Sendable () -> Permission
  /// That of the request that is under way, or was last.
  private nonisolated let departure = Locked<Departure?>(nil)
  private var delivery: Delivery
  private var alarm: Task<Void, Never>?
  private var sending: Task<Void, Never>?
  /// Ends the request that is under way when it takes too long.
  private var limit: Task<Void, Never>?
  /// How many requests were begun: what comes of an earlier one than the last counts no more.
  private var requests = 0
  /// Who waits for a flush, and until how many events are settled.
  private var flushes: [(goal: UInt64, tell: @Sendable (CourierReport) -> Void)] = []

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    disk.asUnownedSerialExecutor()
  }

  /// Works on `disk`, so that what it waits for there holds up nobody else; `onReport` is called
  /// after each change of `report`.
  package init(
    destination: any Destination, delivery: consuming Delivery, clock: any Clock,
    uploads: Uploads? = nil, adjustments: Adjustments = Adjustments(),
    departures: Departures = Departures(),
    disk: DiskExecutor = DiskExecutor(), onReport: @escaping @Sendable () -> Void = {}
  ) {
    self.onReport = onReport
    self.adjustments = adjustments
    self.disk = disk
    name = delivery.desk.name
    hasOwnPace = destination.pace != nil
    interest = delivery.interest
    self.destination = destination
    self.clock = clock
    self.uploads = uploads
    published = Locked(delivery.report)
    (circuit, seat) = (delivery.circuit, delivery.seat)
    denials = delivery.denials
    permission = delivery.permission
    self.departures = departures
    self.delivery = delivery
    (messages, inbox) = AsyncStream.makeStream()
    doorbell = Doorbell(
      passing: { [inbox] in inbox.yield(.input(.passed)) },
      ring: { [inbox] in inbox.yield(.input(.appended)) })
    circuit.listen(seat) { [inbox] in inbox.yield(.input(.unbarred)) }
    uploads?.listen(name) { [inbox] in inbox.yield(.input(.uploaded($0))) }
  }

  /// Where the destination is now.
  ///
  /// Never waits for the courier.
  package nonisolated var report: CourierReport {
    var report = published.withLock { $0 }
    report.adjusted = adjustments.counts
    return report
  }

  /// Delivers until closed.
  ///
  /// What is so already is heard first: without a network not even the start tries anything.
  package func run(after signals: [HostSignal] = []) async {
    for signal in signals { handle(.host(signal)) }
    handle(.started)
    for await message in messages { receive(message) }
  }

  /// Tries to deliver what waits now; returns when it is settled, an attempt failed or the task is cancelled, which ends
  /// nothing else.
  package nonisolated func flush() async -> CourierReport {
    let waiter = FlushWaiter()
    if case .terminated = inbox.yield(.flush(waiter)) { return report }
    return await waiter.report ?? report
  }

  /// Says what the device or the process is about.
  package nonisolated func hear(_ signal: HostSignal) { inbox.yield(.input(.host(signal))) }

  /// Hands over what the system can deliver while the process is stopped.
  ///
  /// Calls when that is done.
  nonisolated func handOver(_ handler: @escaping @Sendable () -> Void) {
    if case .terminated = inbox.yield(.handOver(handler)) { handler() }
  }

  /// Delivers what waits, as far as the server's own word lets it, since the app went to the back.
  ///
  /// `onEnd` is called when it is settled or an attempt failed.
  package nonisolated func hearBackground(onEnd: @escaping @Sendable () -> Void) {
    if case .terminated = inbox.yield(.background(onEnd: onEnd)) { onEnd() }
  }

  /// Consent was given or withdrawn.
  package nonisolated func hearConsent() { inbox.yield(.input(.consent)) }

  /// Cancels the request that is under way, unless it is still permitted; what is about to begin does not.
  nonisolated func recall() {
    if permission() != .granted { departure.withLock { $0 }?.recall() }
  }

  /// Has the system let go of what was handed to it, unless it is still permitted.
  nonisolated func recallUploads() {
    if let uploads, permission() != .granted { uploads.cancel(name) }
  }

  /// Gives up what was recorded while the destination was denied, before anything else that is told from now on.
  package nonisolated func giveUp(
    _ places: [PositionRange], _ reason: DropReason = .consentDenied
  ) {
    denials.add(places, reason)
  }

  /// Lets go of what was given up, as soon as it is possible.
  nonisolated func forgetGivenUp() { inbox.yield(.input(.giveUp)) }

  /// Lets go of everything, which is about to be erased; returns when it has.
  package nonisolated func suspend() async {
    await withCheckedContinuation { continuation in
      if case .terminated = inbox.yield(.suspend(continuation)) { continuation.resume() }
    }
  }

  /// Goes on after an erasure.
  package nonisolated func resume() { inbox.yield(.input(.resume)) }

  /// Changes how often it delivers, unless the destination has a pace of its own.
  package nonisolated func pace(flushAt: Int, flushInterval: Int64) {
    guard !hasOwnPace else { return }
    inbox.yield(.input(.paced(flushAt: flushAt, flushInterval: flushInterval)))
  }

  /// Gives up what is not settled of these places.
  package nonisolated func drop(_ ranges: [PositionRange], _ reason: DropReason) async {
    await withCheckedContinuation { continuation in
      if case .terminated = inbox.yield(.drop(ranges, reason, continuation)) {
        continuation.resume()
      }
    }
  }

  /// Stops.
  ///
  /// A request that is under way is cancelled, and its batch sent again at the next start.
  package nonisolated func close() async {
    await withCheckedContinuation { continuation in
      if case .terminated = inbox.yield(.close(continuation)) { continuation.resume() }
    }
  }

  /// Nobody will run it.
  nonisolated func leave() {
    circuit.leave(seat)
    inbox.finish()
  }

  private func receive(_ message: Message) {
    switch message {
    case .input(let input): handle(input)
    case .outcome(let outcome, let number, let key):
      // Of one that was given up: what is under way now may be another batch.
      if number == requests {
        endRequest()
        handle(.outcome(outcome, of: key))
      }
    case .refused(let number):
      // It is begun anew as soon as it may.
      if number == requests {
        endRequest()
        handle(.giveUp)
      }
    case .handOver(let handler):
      handle(.host(.suspending))
      handler()
    case .suspend(let continuation):
      handle(.suspend)
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
      endRequest()
      handle(.close)
      inbox.finish()
      continuation.resume()
    }
  }

  private func flush(
    _ input: Delivery.Input, then tell: @escaping @Sendable (CourierReport) -> Void
  ) {
    flushes.append((.max, tell))
    handle(input)
    setGoal()
  }

  private func handle(_ input: Delivery.Input) {
    let effects = delivery.handle(input)
    let report = delivery.report
    published.withLock { $0 = report }
    onReport()
    for effect in effects { perform(effect) }
    finishFlushes { $0 <= report.cursor.counters.settled }
    cancelStaleAlarm()
  }

  private func perform(_ effect: Delivery.Effect) {
    switch effect {
    case .deliver(let batch): deliver(batch)
    case .upload(let upload):
      endRequest()
      begin(upload)
    case .lookForUpload(let label): look(for: label)
    case .wake(let time): wake(at: time)
    case .ring(let count): ring(at: count)
    case .ringAfter(let count): doorbell.arm(after: count)
    case .finishFlush: finishFlushes { _ in true }
    case .cancel: endRequest()
    }
  }

  /// Known once the journal has been looked at: what waits then is what the flush is for.
  private func setGoal() {
    guard let last = flushes.indices.last, flushes[last].goal == .max else { return }
    let places = delivery.desk.cursor.pending(in: delivery.journal.segments())
    flushes[last].goal = delivery.desk.cursor.counters.settled &+ UInt64(places)
  }

  private func finishFlushes(_ isReached: (UInt64) -> Bool) {
    guard !flushes.isEmpty else { return }
    let done = flushes.filter { isReached($0.goal) }
    flushes.removeAll { isReached($0.goal) }
    for flush in done { flush.tell(report) }
  }

  private func deliver(_ batch: Batch) {
    requests += 1
    let departure = Departure(departures) { [permission] in permission() == .granted }
    self.departure.withLock { $0 = departure }
    // However it ends, the courier is told: a denial cancels it, and may be withdrawn before the courier hears of it.
    let task = Task { [destination, inbox, requests] in
      guard !Task.isCancelled else {
        inbox.yield(.refused(requests))
        return
      }
      // Asked once more, by the thread that begins it: the user may have said no since the batch was chosen.
      let outcome = await Departure.current.withValue(departure) {
        await departure.begin { await destination.deliver(batch) }
      }
      guard let outcome, !departure.wasRefused else {
        inbox.yield(.refused(requests))
        return
      }
      inbox.yield(.outcome(outcome, of: requests, key: batch.key))
    }
    departure.hold(task)
    sending = task
    limit = Task { [clock, inbox, requests] in
      // In two halves: a process that was suspended meanwhile hears of its answer when it hears of the time.
      for _ in 0..<2 {
        try? await clock.sleep(untilContinuous: clock.now().continuous + Self.longestRequest / 2)
        guard !Task.isCancelled else { return }
      }
      let outcome = Outcome.later(
        afterSeconds: nil, reason: "no answer within \(Self.longestRequest / 60_000) minutes")
      inbox.yield(.outcome(outcome, of: requests, key: batch.key))
    }
  }

  /// What still comes of it counts no more.
  private func endRequest() {
    limit?.cancel()
    sending?.cancel()
    (limit, sending) = (nil, nil)
    requests += 1
  }

  /// What the system may not have any more, it does not have.
  private func begin(_ upload: BackgroundUpload) {
    let hasBegun = departures.step {
      guard permission() == .granted else { return false }
      uploads?.upload(upload)
      return true
    }
    guard !hasBegun, let label = UploadLabel(upload.label) else { return }
    inbox.yield(.input(.uploadUnknown(label.name)))
  }

  private func look(for label: UploadLabel) {
    Task { await answerLook(for: label) }
  }

  private func answerLook(for label: UploadLabel) async {
    let isThere = await uploads?.isUnderWay(label) ?? false
    if !isThere { inbox.yield(.input(.uploadUnknown(label.name))) }
  }

  private func wake(at time: Int64) {
    alarm?.cancel()
    alarm = Task { [clock, inbox] in
      try? await clock.sleep(untilContinuous: time)
      if !Task.isCancelled { inbox.yield(.input(.tick)) }
    }
  }

  private func cancelStaleAlarm() {
    if delivery.machine.nextAttempt == nil { alarm?.cancel() }
  }

  /// Looks again after arming, since an event may have come in between.
  private func ring(at count: Int) {
    doorbell.arm(after: count - delivery.pending)
    if delivery.pending >= count { inbox.yield(.input(.appended)) }
  }
}
