import ToolSupport
import Cairn
import HeapModule

/// A fleet in virtual time, one event after the other.
///
/// Each device runs the SDK's `DeliveryMachine`, `RetryPolicy` and `CircuitBreaker` as `Delivery` and `Courier` run them.
struct FleetSimulation {
  private let plan: FleetPlan
  private let variant: FleetVariant
  private var devices: [SimulatedDevice]
  private var couriers: [SimulatedCourier]
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
    // The same devices and the same events for each variant.
    var generator = plan.generator(1)
    devices = (0..<plan.devices).map { _ in SimulatedDevice(&generator) }
    couriers = (0..<plan.devices * plan.destinations).map {
      SimulatedCourier(device: $0 / plan.destinations, jitter: variant.jitter)
    }
    collector = SimulatedCollector(plan)
    traffic = FleetTraffic(plan)
    chance = plan.generator(2)
  }

  /// Runs to the end; says from time to time how many more milliseconds have passed.
  mutating func run(progress: (Int) -> Void = { _ in }) -> FleetResult {
    for courier in couriers.indices {
      add(.start, courier, at: devices[couriers[courier].device].start)
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
    let courier = event.courier
    switch event.kind {
    case .start: tell(courier, .started(DeliveryMachine.Leftover(), pending: pending(courier)))
    case .wake(let appointment) where appointment == couriers[courier].appointment: wake(courier)
    case .wake: break
    case .arrival: arrive(courier)
    case .answer(let answer): finish(courier, answer)
    }
  }

  private mutating func wake(_ courier: Int) {
    let rings = couriers[courier].bell.map { $0 <= now } ?? false
    if rings {
      couriers[courier].bell = nil
      tell(courier, .appended(pending: pending(courier)))
    } else {
      couriers[courier].alarm = nil
      tell(courier, .tick(pending: pending(courier)))
    }
  }

  private mutating func arrive(_ courier: Int) {
    let before = collector.stored(courier)
    let (answer, time) = collector.receive(
      courier, batch: couriers[courier].batch, events: couriers[courier].sealed, at: now)
    traffic.count(answer, at: now)
    traffic.store(courier, from: before, to: collector.stored(courier), at: Int64(time))
    let arrival = Int64(time + latency(courier))
    // An answer that is on its way when the outage begins is lost with the connection.
    let isCut = now < FleetPlan.outageStart && arrival >= FleetPlan.outageStart
    add(.answer(isCut ? .unreachable : answer), courier, at: arrival)
  }

  /// The order is that of `Delivery.finish`.
  private mutating func finish(_ courier: Int, _ answer: SimulatedCollector.Answer) {
    let device = couriers[courier].device
    switch answer {
    case .accepted:
      let wasOpen = devices[device].breaker.answered()
      let settled = couriers[courier].sealed
      couriers[courier].settled += settled
      couriers[courier].sealed = 0
      tell(courier, .delivered(settled: settled, pending: pending(courier)))
      if wasOpen { unbar(device) }
    case .busy(let after):
      let asked = min(after, RetryPolicy.ordinaryRetryAfter)
      postpone(courier, after: variant.heedsRetryAfter ? asked : nil)
    case .unreachable: postpone(courier, after: nil)
    }
  }

  private mutating func postpone(_ courier: Int, after: Int64?) {
    tell(courier, .postponed(after: after, random: chance.next()))
    let next = couriers[courier].machine.nextAttempt ?? now
    devices[couriers[courier].device].breaker.failed(
      courier, at: now, until: next)
    if devices[couriers[courier].device].breaker.isOpen { unbar(couriers[courier].device) }
  }

  private mutating func unbar(_ device: Int) {
    let first = device * plan.destinations
    for courier in first..<first + plan.destinations {
      tell(courier, .unbarred(pending: pending(courier)))
    }
  }

  // MARK: - What the machine wants

  private mutating func tell(_ courier: Int, _ input: DeliveryMachine.Input) {
    var inputs = [input]
    while !inputs.isEmpty {
      let actions = couriers[courier].machine.handle(inputs.removeFirst(), at: now)
      for action in actions {
        if let result = perform(action, courier) { inputs.append(result) }
      }
    }
    if couriers[courier].machine.nextAttempt == nil { couriers[courier].alarm = nil }
    couriers[courier].appointment &+= 1
    guard let next = couriers[courier].next else { return }
    add(.wake(couriers[courier].appointment), courier, at: max(next, now))
  }

  private mutating func perform(
    _ action: DeliveryMachine.Action, _ courier: Int
  ) -> DeliveryMachine.Input? {
    switch action {
    case .pack(let most): return pack(courier, atMost: most)
    case .send: return send(courier)
    case .wake(let time): couriers[courier].alarm = time
    case .ring(let count):
      let waiting = pending(courier)
      if waiting >= count { return .appended(pending: waiting) }
      ring(courier, at: couriers[courier].settled + count)
    case .ringAfter(let count):
      ring(courier, at: couriers[courier].settled + pending(courier) + count)
    // A fleet of servers: nothing suspends them.
    case .finishFlush, .remember, .upload, .lookForUpload: break
    }
    return nil
  }

  private mutating func pack(_ courier: Int, atMost most: Int?) -> DeliveryMachine.Input {
    let waiting = pending(courier)
    let count = min(waiting, most ?? waiting, Self.limits.events)
    guard count > 0 else { return .foundNothing(pending: 0) }
    couriers[courier].sealed = count
    couriers[courier].batch += 1
    return .sealed(isCut: waiting > count)
  }

  private mutating func send(_ courier: Int) -> DeliveryMachine.Input? {
    let device = couriers[courier].device
    let machine = couriers[courier].machine
    if variant.hasBreaker,
      case .wait(let until) = devices[device].breaker.admit(
        courier, at: now, urged: machine.isUrged, patience: machine.patience)
    {
      return .barred(until: until)
    }
    add(.arrival, courier, at: now + Int64(latency(courier)))
    return nil
  }

  private mutating func ring(_ courier: Int, at number: Int) {
    couriers[courier].bell = devices[couriers[courier].device].events.time(of: number)
  }

  /// Events that are not settled, those of the sealed batch included.
  private mutating func pending(_ courier: Int) -> Int {
    let device = couriers[courier].device
    devices[device].events.advance(to: now)
    return devices[device].events.count - couriers[courier].settled
  }

  /// The device's own, and up to a fifth more.
  private mutating func latency(_ courier: Int) -> Double {
    let latency = devices[couriers[courier].device].latency
    return max(1, Double.random(in: latency...latency * 1.2, using: &chance))
  }

  private mutating func add(_ kind: FleetEvent.Kind, _ courier: Int, at time: Int64) {
    agenda.insert(FleetEvent(time: time, order: planned, courier: courier, kind: kind))
    planned += 1
  }

  // MARK: - What is counted

  private mutating func markBacklog() {
    now = plan.outageEnd
    for courier in couriers.indices {
      let tracked = pending(courier) + couriers[courier].settled
      traffic.mark(courier, tracked: tracked, stored: collector.stored(courier))
    }
  }

  private mutating func result() -> FleetResult {
    var ledger = FleetLedger(duplicates: collector.duplicates)
    for courier in couriers.indices {
      ledger.add(
        settled: couriers[courier].settled, pending: pending(courier),
        stored: collector.stored(courier))
    }
    return FleetResult(variant: variant, ledger: ledger, traffic: traffic)
  }
}
