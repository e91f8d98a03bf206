import Cairn
import HeapModule
import ToolSupport

/// A fleet in virtual time, one event after the other.
///
/// Each device runs the SDK's `DeliveryMachine`, `RetryPolicy` and `CircuitBreaker` in the same way
/// as `DeliveryDriver` and `DeliveryWorker`.
struct FleetSimulation {
  private let plan: FleetPlan
  private let variant: FleetVariant
  private var devices: [SimulatedDevice]
  private var workers: [SimulatedWorker]
  private var collector: SimulatedCollector
  private var agenda = Heap<FleetEvent>()
  private var traffic: FleetTraffic
  private var chance: SeededGenerator
  private var now: Int64 = 0
  private var planned = 0

  private static let limits = BatchLimits()

  init(_ plan: FleetPlan, _ variant: FleetVariant) {
    self.plan = plan
    self.variant = variant
    // All variants have the same devices and the same events.
    var generator = plan.generator(1)
    devices = (0..<plan.devices).map { _ in SimulatedDevice(&generator) }
    workers = (0..<plan.devices * plan.destinations).map {
      SimulatedWorker(device: $0 / plan.destinations, jitter: variant.jitter)
    }
    collector = SimulatedCollector(plan)
    traffic = FleetTraffic(plan)
    chance = plan.generator(2)
  }

  /// Runs the simulation to the end; `progress` gets the number of milliseconds that have passed
  /// since its last call.
  mutating func run(progress: (Int) -> Void = { _ in }) -> FleetResult {
    for worker in workers.indices {
      add(.start, worker, at: devices[workers[worker].device].start)
    }
    var reported: Int64 = 0
    while let event = agenda.popMin(), event.time < plan.length {
      if now < plan.outageEnd, event.time >= plan.outageEnd { markBacklog() }
      now = event.time
      handle(event)
      if now - reported >= 10_000 {
        progress(Int(now - reported))
        reported = now
      }
    }
    progress(Int(plan.length - reported))
    now = plan.length
    return result()
  }

  // MARK: - What happens

  private mutating func handle(_ event: FleetEvent) {
    let worker = event.worker
    switch event.kind {
    case .start: tell(worker, .started(DeliveryMachine.Leftover(), pending: pending(worker)))
    case .wake(let appointment) where appointment == workers[worker].appointment: wake(worker)
    case .wake: break
    case .arrival: arrive(worker)
    case .answer(let answer): finish(worker, answer)
    }
  }

  private mutating func wake(_ worker: Int) {
    let rings = workers[worker].threshold.map { $0 <= now } ?? false
    if rings {
      workers[worker].threshold = nil
      tell(worker, .appended(pending: pending(worker)))
    } else {
      workers[worker].alarm = nil
      tell(worker, .tick(pending: pending(worker)))
    }
  }

  private mutating func arrive(_ worker: Int) {
    let before = collector.stored(worker)
    let (answer, time) = collector.receive(
      worker, batch: workers[worker].batch, events: workers[worker].sealed, at: now)
    traffic.count(answer, at: now)
    traffic.store(worker, from: before, to: collector.stored(worker), at: Int64(time))
    let arrival = Int64(time + latency(worker))
    // A response that is in transit when the outage begins is lost with the connection.
    let isCut = now < FleetPlan.outageStart && arrival >= FleetPlan.outageStart
    add(.answer(isCut ? .unreachable : answer), worker, at: arrival)
  }

  /// Settles a response, in the order of `DeliveryDriver.finish`.
  private mutating func finish(_ worker: Int, _ answer: SimulatedCollector.Answer) {
    let device = workers[worker].device
    switch answer {
    case .accepted:
      let wasOpen = devices[device].breaker.answered()
      let settled = workers[worker].sealed
      workers[worker].settled += settled
      workers[worker].sealed = 0
      tell(worker, .delivered(settled: settled, pending: pending(worker)))
      if wasOpen { unbar(device) }
    case .busy(let after):
      let asked = min(Milliseconds(after), RetryPolicy.ordinaryRetryAfter)
      postpone(worker, after: variant.heedsRetryAfter ? asked : nil)
    case .unreachable: postpone(worker, after: nil)
    }
  }

  private mutating func postpone(_ worker: Int, after: Milliseconds?) {
    tell(worker, .postponed(after: after, random: chance.next()))
    let time = MonotonicTime(milliseconds: now)
    let next = workers[worker].machine.nextAttempt ?? time
    devices[workers[worker].device].breaker.failed(
      worker, at: time, until: next)
    if devices[workers[worker].device].breaker.isOpen { unbar(workers[worker].device) }
  }

  private mutating func unbar(_ device: Int) {
    let first = device * plan.destinations
    for worker in first..<first + plan.destinations {
      tell(worker, .unbarred(pending: pending(worker)))
    }
  }

  // MARK: - What the machine wants

  private mutating func tell(_ worker: Int, _ input: DeliveryMachine.Input) {
    var inputs = [input]
    while !inputs.isEmpty {
      let actions = workers[worker].machine.handle(
        inputs.removeFirst(), at: MonotonicTime(milliseconds: now))
      for action in actions {
        if let result = perform(action, worker) { inputs.append(result) }
      }
    }
    if workers[worker].machine.nextAttempt == nil { workers[worker].alarm = nil }
    workers[worker].appointment &+= 1
    guard let next = workers[worker].next else { return }
    add(.wake(workers[worker].appointment), worker, at: max(next, now))
  }

  private mutating func perform(
    _ action: DeliveryMachine.Action, _ worker: Int
  ) -> DeliveryMachine.Input? {
    switch action {
    case .pack(let most): return pack(worker, atMost: most)
    case .send: return send(worker)
    case .worker(let action): return perform(action, worker)
    // A fleet of servers: nothing suspends them.
    case .remember, .upload, .lookForUpload: return nil
    }
  }

  private mutating func perform(
    _ action: DeliveryMachine.WorkerAction, _ worker: Int
  ) -> DeliveryMachine.Input? {
    switch action {
    case .wake(let time): workers[worker].alarm = time.milliseconds
    case .arm(let count):
      let waiting = pending(worker)
      if waiting >= count { return .appended(pending: waiting) }
      ring(worker, at: workers[worker].settled + count)
    case .armAfter(let count):
      ring(worker, at: workers[worker].settled + pending(worker) + count)
    // Nobody waits for a flush.
    case .finishFlush: break
    }
    return nil
  }

  private mutating func pack(_ worker: Int, atMost most: Int?) -> DeliveryMachine.Input {
    let waiting = pending(worker)
    let count = min(waiting, most ?? waiting, Self.limits.events)
    guard count > 0 else { return .foundNothing(pending: 0) }
    workers[worker].sealed = count
    workers[worker].batch += 1
    return .sealed(isCut: waiting > count)
  }

  private mutating func send(_ worker: Int) -> DeliveryMachine.Input? {
    let device = workers[worker].device
    let machine = workers[worker].machine
    if variant.hasBreaker,
      case .wait(let until) = devices[device].breaker.admit(
        worker, at: MonotonicTime(milliseconds: now), urged: machine.isUrged,
        patience: machine.patience)
    {
      return .barred(until: until)
    }
    add(.arrival, worker, at: now + Int64(latency(worker)))
    return nil
  }

  private mutating func ring(_ worker: Int, at number: Int) {
    workers[worker].threshold = devices[workers[worker].device].events.time(of: number)
  }

  /// Returns the number of unsettled events, including those of the sealed batch.
  private mutating func pending(_ worker: Int) -> Int {
    let device = workers[worker].device
    devices[device].events.advance(to: now)
    return devices[device].events.count - workers[worker].settled
  }

  /// Returns the device's own latency, increased by up to a fifth.
  private mutating func latency(_ worker: Int) -> Double {
    let latency = devices[workers[worker].device].latency
    return max(1, Double.random(in: latency...latency * 1.2, using: &chance))
  }

  private mutating func add(_ kind: FleetEvent.Kind, _ worker: Int, at time: Int64) {
    agenda.insert(FleetEvent(time: time, order: planned, worker: worker, kind: kind))
    planned += 1
  }

  // MARK: - What is counted

  private mutating func markBacklog() {
    now = plan.outageEnd
    for worker in workers.indices {
      let tracked = pending(worker) + workers[worker].settled
      traffic.mark(worker, tracked: tracked, stored: collector.stored(worker))
    }
  }

  private mutating func result() -> FleetResult {
    var ledger = FleetLedger(duplicates: collector.duplicates)
    for worker in workers.indices {
      ledger.add(
        settled: workers[worker].settled, pending: pending(worker),
        stored: collector.stored(worker))
    }
    return FleetResult(variant: variant, ledger: ledger, traffic: traffic)
  }
}

/// An event of the simulation at a time in the future.
struct FleetEvent: Comparable, Sendable {
  enum Kind: Sendable {
    case start
    /// An alarm or a threshold, if this appointment is still valid.
    case wake(UInt32)
    case arrival
    case answer(SimulatedCollector.Answer)
  }

  let time: Int64
  /// The order of planning, so that a run is repeatable.
  let order: Int
  let worker: Int
  let kind: Kind

  static func < (a: FleetEvent, b: FleetEvent) -> Bool { (a.time, a.order) < (b.time, b.order) }
  static func == (a: FleetEvent, b: FleetEvent) -> Bool { a.order == b.order }
}
