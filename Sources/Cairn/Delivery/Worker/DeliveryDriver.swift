package import Foundation

/// Delivers to one destination: performs the actions that `DeliveryMachine` decides on, and returns
/// to the worker what needs time or the network.
package struct DeliveryDriver: Sendable {
  /// An input of the delivery.
  package enum Input: Sendable {
    case started
    case appended
    /// A refresh of the journal has found events of another process.
    case appendedElsewhere
    /// Many events were recorded that the destination does not accept.
    case passed
    case tick
    /// The outcome of the batch with this key; ignored unless that batch is in progress.
    case outcome(Outcome, of: UUID)
    /// The response to a batch that the system had is stored.
    case uploaded(UploadName)
    /// The system does not have the upload.
    case uploadUnknown(UploadName)
    case flush
    case host(HostSignal)
    /// Another destination found that the host responds again.
    case unbarred
    /// Sets the number of events, and the time, after which a delivery begins.
    case rescheduled(flushAt: Int, flushInterval: Milliseconds)
    /// Drop the events at these positions for this reason.
    case drop([PositionRange], DropReason)
    /// Consent was granted or withdrawn.
    case consent
    /// Drop the events that are noted in `denials`, sealed or not.
    case giveUp
    /// An erasure is about to begin: close all files, and send nothing until `resume`.
    case suspend
    case resume
    case close
  }

  /// An effect that the owner must carry out.
  package enum Effect: Sendable {
    /// Deliver the batch, and report the outcome with its key.
    case deliver(Batch)
    /// Hand the upload to the system, and end the current request.
    case upload(BackgroundUpload)
    /// Report `uploadUnknown` if the system does not have the upload.
    case lookForUpload(UploadTaskLabel)
    case worker(DeliveryMachine.WorkerAction)
    /// Abandon the current request and ignore its outcome.
    case cancel
  }

  /// The time until the next attempt when another process holds the lease.
  package static let occupiedInterval: Milliseconds = .seconds(5)

  private static let offline = "offline"
  static let occupied = "another process delivers"

  package internal(set) var store: DeliveryStore
  package private(set) var machine: DeliveryMachine
  /// The error of the last attempt; nil after a success.
  package internal(set) var problem: String?
  /// The failures that were explained in the log.
  var explanation = FailureExplanation()
  /// The time since which events were gathered by the delivery that this one replaces.
  private let gatheringSince: MonotonicTime?
  /// The key of the last batch sent, while its outcome is awaited.
  var underWay: UUID?
  /// The upload that the system does not have; its response may still be on its way.
  var lostUpload: UploadName?
  /// Whether the last batch sent contains only events that the app recorded from its log handler.
  var isEcho = false
  /// An outcome that the disk has not accepted yet, and the key of its batch.
  var unsettled: (key: UUID, outcome: Outcome)?
  /// A pause after deaths of the process: its end by the wall clock, as stored, and by the
  /// continuous clock.
  var pauseAfterDeath: (notBefore: WallTime, until: MonotonicTime)?
  /// The maximum number of events of the last batch.
  private var mostOfBatch: Int?
  /// Whether the delivery is between `suspend` and `resume`.
  var isSuspended = false
  let permission: @Sendable () -> DeliveryPermission
  let denials = DeniedPositions()
  /// The positions that an earlier launch left unsettled, determined at creation, so that it does
  /// not matter when the delivery begins.
  private let leftBehind: [PositionRange]
  package let kindMask: EventKindMask
  var tally = DeliveryTally()
  var oldest = OldestPending()
  let destination: any Destination
  private let isLocal: Bool
  let journal: Journal
  let clock: any Clock
  let randomness: any Randomness
  let diagnostics: Diagnostics
  package let circuit: HostCircuit
  package let client: CircuitBreaker.ClientID

  package init(
    destination: any Destination, store: consuming DeliveryStore, machine: DeliveryMachine,
    journal: Journal, clock: any Clock, randomness: any Randomness, diagnostics: Diagnostics,
    circuit: HostCircuit = HostCircuit(), gatheringSince: MonotonicTime? = nil,
    permission: @escaping @Sendable () -> DeliveryPermission = { .granted }
  ) {
    self.permission = permission
    self.gatheringSince = gatheringSince
    self.destination = destination
    isLocal = LocalHost.matches(destination.host)
    self.store = store
    self.machine = machine
    self.journal = journal
    self.clock = clock
    self.randomness = randomness
    self.diagnostics = diagnostics
    self.circuit = circuit
    client = circuit.join()
    kindMask = destination.kindMask
    let segments = journal.segments()
    leftBehind = self.store.cursor.unsettled(in: segments)
    oldest.look(at: self.store.cursor, in: segments, now: clock.now().wall)
  }

  package var report: DeliveryReport {
    var report = DeliveryReport(name: store.name, cursor: store.cursor, kindMask: kindMask)
    report.phase = machine.phase
    report.problem = waitsFor ?? problem
    report.tally = tally
    report.oldestPending = oldest.wall
    report.gatheringSince = machine.gatheringSince
    return report
  }

  /// The condition that prevents attempts.
  private var waitsFor: String? {
    switch machine.phase {
    case .offline: Self.offline
    case .gathering: machine.isOnline ? nil : Self.offline
    case .barred: problem ?? "its host fails"
    case .resting, .delivering, .uploading, .backingOff, .exhausted, .withheld, .halted,
      .stopped:
      nil
    }
  }

  /// The number of pending events that the destination accepts.
  package var pending: Int {
    wanted(in: store.cursor.unsettled(in: journal.segments()))
  }

  func wanted(in places: [PositionRange]) -> Int {
    PendingEvents(places, kindMask, journal.marked).wanted
  }

  package mutating func handle(_ input: Input) -> [Effect] {
    defer {
      if machine.phase != .delivering { store.release() }
      let isWaiting = pending > 0
      oldest.look(at: store.cursor, in: isWaiting ? journal.segments() : [], now: clock.now().wall)
    }
    switch input {
    case .started: return passingOver { $0.start() }
    case .passed: return passingOver { _ in [] }
    case .appended: return advance(.appended(pending: pending))
    case .appendedElsewhere: return advance(.appendedElsewhere(pending: pending))
    case .tick: return advance(.tick(pending: pending))
    case .outcome(let outcome, let key):
      // The outcome of a request that was abandoned is ignored, because the lease is lost; the
      // batch is sent again.
      return machine.phase == .delivering && key == underWay ? finish(outcome, of: key) : []
    case .uploaded(let name): return finishUpload(name)
    case .uploadUnknown(let name): return forgetUpload(name)
    case .flush:
      // Events that another process has appended meanwhile, such as a replayed dead letter, are
      // delivered too.
      try? journal.refresh()
      return passingOver { $0.advance(.flush(pending: $0.pending)) }
    // A destination on this machine is reachable without a network.
    case .host(.offline) where isLocal: return []
    case .host(.suspending) where mustGoOn():
      machine.goOnUntilSuspended(clock.now().continuous)
      return []
    case .host(let signal):
      // An extension of the app may have recorded events meanwhile.
      if signal == .foreground || signal == .background { try? journal.refresh() }
      return advance(.host(signal, pending: pending))
    case .unbarred: return advance(.unbarred(pending: pending))
    case .rescheduled(let count, let interval):
      return advance(.rescheduled(flushAt: count, flushInterval: interval, pending: pending))
    case .drop(let ranges, let reason):
      return machine.phase == .stopped || isSuspended ? [] : drop(ranges, reason)
    case .consent: return machine.phase == .stopped ? [] : handleConsent()
    case .giveUp: return machine.phase == .stopped || isSuspended ? [] : giveUp()
    case .suspend: return machine.phase == .stopped ? [] : suspend()
    case .resume: return machine.phase == .stopped ? [] : resume()
    case .close:
      circuit.leave(client)
      store.close()
      return advance(.close)
    }
  }

  /// Prepares the next batch while the destination handles the one in flight.
  package mutating func prepareNext() {
    guard machine.phase == .delivering, underWay != nil, !isSuspended, permission() == .granted
    else { return }
    store.prepareNext(for: destination, atMost: mostOfBatch)
  }

  private mutating func start() -> [Effect] {
    store.reclaim()
    learn(leftBehind)
    let leftBehind = wanted(in: leftBehind)
    let now = clock.now()
    let batch = store.cursor.inFlight
    if leftBehind > 0 {
      diagnostics.report(
        .notice, "events.recovered", "\(store.name): \(leftBehind) events recovered from disk")
    }
    var left = DeliveryMachine.Leftover()
    left.gatheringSince = gatheringSince
    if let batch {
      left.hasSealedBatch = true
      left.isUploading = store.upload != nil
      left.attempts = Int(batch.attempts)
      var wait = batch.notBefore - now.wall
      switch batch.pause {
      case .backOff: left.reason = .backOff
      case .asked: left.reason = .asked
      case .halted(settings): left.reason = .halted
      // With other settings, the problem of the destination may be solved.
      case .halted: wait = 0
      }
      left.notBefore = now.continuous + machine.remainder(of: wait, left.reason)
    }
    return advance(.started(left, pending: leftBehind))
  }

  /// The hash of the settings, in the form that a pause stores.
  private var settings: UInt64 { XXH64.hash(Array(destination.settings.utf8), seed: 0) | 1 }

  /// Passes an input to the machine and performs its actions; inputs that follow immediately are
  /// passed on as well.
  mutating func advance(_ input: DeliveryMachine.Input) -> [Effect] {
    var inputs = [input]
    var effects: [Effect] = []
    while !inputs.isEmpty {
      for action in machine.handle(inputs.removeFirst(), at: clock.now().continuous) {
        let (made, result) = perform(action)
        effects += made
        if let result { inputs.append(result) }
      }
    }
    return effects
  }

  private mutating func perform(
    _ action: DeliveryMachine.Action
  ) -> ([Effect], DeliveryMachine.Input?) {
    switch action {
    case .pack(let most):
      if let input = withoutPermission() { return ([], input) }
      return ([], whenAcquired { $0.pack(atMost: most) })
    case .send:
      if let input = withoutPermission() { return ([], input) }
      return send()
    case .upload(let notBefore):
      if let input = withoutPermission() { return ([], input) }
      return handOver(notBefore)
    case .lookForUpload: return lookForUpload()
    case .worker(let action): return ([.worker(action)], nil)
    case .remember(let attempts, let until, let reason):
      let now = clock.now()
      store.remember(
        attempts: attempts, notBefore: now.wall + (until - now.continuous),
        pause: pause(reason))
      return ([], nil)
    }
  }

  private func pause(_ reason: DeliveryMachine.PauseReason) -> BatchPause {
    switch reason {
    case .backOff: .backOff
    case .asked: .asked
    case .halted: .halted(settings: settings)
    }
  }

  mutating func whenAcquired(
    _ work: (inout DeliveryDriver) -> DeliveryMachine.Input?
  ) -> DeliveryMachine.Input? {
    do throws(FileError) {
      if try store.acquire() { return work(&self) }
      problem = Self.occupied
      return .occupied(after: Self.occupiedInterval)
    } catch {
      return failed("acquire", error)
    }
  }

  private mutating func pack(atMost most: Int?) -> DeliveryMachine.Input {
    if problem == Self.occupied { problem = nil }
    // Another process may have sealed a batch and ended.
    if store.cursor.inFlight != nil { return .sealed(isCut: true) }
    do throws(FileError) {
      var selection = try seal(atMost: most)
      if selection == nil, pending > 0 {
        // Another process may have removed or made files since the folder was listed.
        try? journal.refresh()
        selection = try seal(atMost: most)
      }
      guard let selection else { return .foundNothing(pending: pending) }
      return .sealed(isCut: selection.isCut)
    } catch {
      // A smaller body may fit, and its delivery frees space.
      if StorageProblem(error) == .noSpace, store.chosen > 1 {
        return .tooMuch(events: store.chosen)
      }
      return failed("pack", error)
    }
  }

  private mutating func seal(atMost most: Int?) throws(FileError) -> BatchSelection? {
    mostOfBatch = most
    return try counted { (delivery) throws(FileError) in
      try delivery.store.pack(for: delivery.destination, atMost: most, at: delivery.clock.now())
    }
  }

  private mutating func send() -> ([Effect], DeliveryMachine.Input?) {
    let now = clock.now().continuous
    let verdict = circuit.admit(
      client, at: now, urged: machine.isUrged, patience: machine.patience)
    if case .wait(let until) = verdict { return ([], .barred(until: until)) }
    var batch: Batch?
    let result = whenAcquired { delivery in
      if let result = delivery.settleUpload() ?? delivery.settleAgain() { return result }
      if let until = delivery.pauseAfterDeaths() { return .held(until: until) }
      // It is sent by this process now.
      delivery.store.forgetUpload()
      do throws(FileError) {
        batch = try delivery.store.batch(
          for: delivery.destination, at: delivery.clock.now())
        return .bodyLost(random: delivery.randomness.next())
      } catch {
        return delivery.failed("read", error)
      }
    }
    guard let batch else {
      circuit.abandon(client)
      return ([], result)
    }
    store.beginAttempt()
    underWay = batch.key
    tally.send(batch, at: clock.instant())
    oldest.send(batch.events)
    isEcho = diagnostics.echoes.hold(batch.events.lazy.map(\.id.words))
    if !isEcho {
      diagnostics.report(
        .debug, "batch.sent",
        "\(store.name): batch flush, \(batch.events.count) events, \(batch.body.count) bytes, "
          + "tried \(batch.attempt) times before")
    }
    return ([.deliver(batch)], nil)
  }

  /// Drops events if this process can acquire the lease; another process that holds it enforces the
  /// same limit.
  private mutating func drop(_ ranges: [PositionRange], _ reason: DropReason) -> [Effect] {
    do throws(FileError) {
      if try store.acquire() {
        try counted { (delivery) throws(FileError) in try delivery.store.drop(ranges, reason) }
      }
    } catch {
      _ = failed("drop", error)
    }
    return []
  }

  mutating func failed(_ step: String, _ error: any Error) -> DeliveryMachine.Input {
    problem = "\(step): \(error)"
    diagnostics.report(.error, "destination.\(step)", "\(store.name): \(error)")
    return .failed(random: randomness.next())
  }
}
