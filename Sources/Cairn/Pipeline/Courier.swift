/// Stages 5 to 7 for one destination: pack, send, settle. It may wait; nobody waits for it.
///
/// `DeliveryMachine` decides; the courier carries out, and tells it what came of it. One message at a time.
package actor Courier {
  /// What reaches a courier from outside.
  private enum Message: Sendable {
    case appended
    case tick
    case outcome(Outcome)
    case flush(CheckedContinuation<CourierReport, Never>)
    case close(CheckedContinuation<Void, Never>)
  }

  package nonisolated let name: String
  package nonisolated let doorbell: Doorbell
  private nonisolated let messages: AsyncStream<Message>
  private nonisolated let inbox: AsyncStream<Message>.Continuation
  private nonisolated let published: Locked<CourierReport>

  private let destination: any Destination
  private let journal: Journal
  private let clock: any Clock
  private let randomness: any Randomness
  private let diagnostics: Diagnostics
  private var desk: DeliveryDesk
  private var machine: DeliveryMachine
  private var alarm: Task<Void, Never>?
  private var sending: Task<Void, Never>?
  private var flushes: [CheckedContinuation<CourierReport, Never>] = []

  package init(
    destination: any Destination, desk: consuming DeliveryDesk, machine: DeliveryMachine,
    journal: Journal, clock: any Clock, randomness: any Randomness, diagnostics: Diagnostics
  ) {
    name = desk.name
    self.destination = destination
    self.machine = machine
    self.journal = journal
    self.clock = clock
    self.randomness = randomness
    self.diagnostics = diagnostics
    published = Locked(CourierReport(name: desk.name, cursor: desk.cursor))
    self.desk = desk
    (messages, inbox) = AsyncStream.makeStream()
    doorbell = Doorbell { [inbox] in inbox.yield(.appended) }
  }

  /// Where the destination is now.
  ///
  /// Never waits for the courier.
  package nonisolated var report: CourierReport { published.withLock { $0 } }

  /// Delivers until closed.
  package func run() async {
    desk.reclaim()
    let now = clock.now()
    let batch = desk.cursor.inFlight
    let wait = min(max(0, (batch?.notBefore ?? 0) &- now.wall), RetryPolicy.longestRetryAfter)
    tell(
      .started(
        pending: pending, hasSealedBatch: batch != nil, failures: Int(batch?.attempts ?? 0),
        notBefore: now.continuous + wait))
    for await message in messages { receive(message) }
  }

  /// Tries to deliver what waits now; returns when it is settled or an attempt failed.
  package nonisolated func flush() async -> CourierReport {
    await withCheckedContinuation { continuation in
      if case .terminated = inbox.yield(.flush(continuation)) {
        continuation.resume(returning: report)
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

  private var pending: Int { desk.cursor.pending(in: journal.segments()) }

  private func receive(_ message: Message) {
    switch message {
    case .appended: tell(.appended(pending: pending))
    case .tick: tell(.tick(pending: pending))
    case .outcome(let outcome): tell(settle(outcome))
    case .flush(let continuation):
      flushes.append(continuation)
      tell(.flush(pending: pending))
    case .close(let continuation):
      alarm?.cancel()
      sending?.cancel()
      tell(.close)
      inbox.finish()
      continuation.resume()
    }
  }

  /// Feeds the machine and does what it says; what comes of that at once is fed to it in turn.
  private func tell(_ input: DeliveryMachine.Input) {
    var inputs = [input]
    while !inputs.isEmpty {
      let actions = machine.handle(inputs.removeFirst(), at: clock.now().continuous)
      for action in actions {
        if let result = perform(action) { inputs.append(result) }
      }
    }
    cancelStaleAlarm()
    publish()
  }

  private func cancelStaleAlarm() {
    switch machine.phase {
    case .resting, .delivering, .stopped: alarm?.cancel()
    case .gathering, .backingOff, .halted: break
    }
  }

  private func publish() {
    published.withLock { report in
      report.cursor = desk.cursor
      report.phase = machine.phase
    }
  }

  private func perform(_ action: DeliveryMachine.Action) -> DeliveryMachine.Input? {
    switch action {
    case .pack(let most): return pack(atMost: most)
    case .send: return send()
    case .wake(let time): wake(at: time)
    case .ring(let count): ring(at: count)
    case .finishFlush: finishFlush()
    case .remember(let failures, let until):
      let now = clock.now()
      desk.remember(failures: failures, notBefore: now.wall + until - now.continuous)
    }
    return nil
  }

  private func pack(atMost most: Int?) -> DeliveryMachine.Input {
    do {
      return try desk.pack(for: destination, atMost: most, at: clock.now()).map {
        .sealed(isCut: $0.isCut)
      } ?? .foundNothing(pending: pending)
    } catch {
      return failed("pack", error)
    }
  }

  private func send() -> DeliveryMachine.Input? {
    let batch: Batch?
    do {
      batch = try desk.batch(at: clock.now())
    } catch {
      return failed("read", error)
    }
    guard let batch else { return .bodyLost }
    sending = Task { [destination, inbox] in
      let outcome = await destination.deliver(batch)
      if !Task.isCancelled { inbox.yield(.outcome(outcome)) }
    }
    return nil
  }

  private func settle(_ outcome: Outcome) -> DeliveryMachine.Input {
    if case .later(_, let reason) = outcome { note(reason) }
    if case .halted(let reason) = outcome { halted(reason) }
    do {
      let result = try desk.settle(outcome, random: randomness.next())
      if case .delivered = result { published.withLock { $0.problem = nil } }
      guard case .delivered(let settled, _) = result else { return result }
      return .delivered(settled: settled, pending: pending)
    } catch {
      return failed("settle", error)
    }
  }

  private func halted(_ reason: String) {
    let isNew = report.problem != reason
    note(reason)
    guard isNew else { return }
    diagnostics.report(
      .warning, "destination.halted",
      "\(name) takes nothing until this is mended: \(reason)\(Self.hint(reason))")
  }

  private static func hint(_ reason: String) -> String {
    reason == "status 401" || reason == "status 403" ? " (is the write key right?)" : ""
  }

  private func failed(_ step: String, _ error: any Error) -> DeliveryMachine.Input {
    note("\(step): \(error)")
    diagnostics.report(.error, "destination.\(step)", "\(name): \(error)")
    return .failed(random: randomness.next())
  }

  private func note(_ problem: String) { published.withLock { $0.problem = problem } }

  private func wake(at time: Int64) {
    alarm?.cancel()
    alarm = Task { [clock, inbox] in
      try? await clock.sleep(untilContinuous: time)
      if !Task.isCancelled { inbox.yield(.tick) }
    }
  }

  /// Looks again after arming, since an event may have come in between.
  private func ring(at count: Int) {
    doorbell.arm(after: count - pending)
    if pending >= count { inbox.yield(.appended) }
  }

  private func finishFlush() {
    publish()
    let report = self.report
    for continuation in flushes { continuation.resume(returning: report) }
    flushes = []
  }
}
