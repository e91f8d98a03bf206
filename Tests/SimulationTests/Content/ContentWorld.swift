import Cairn
import CairnAdobe
import CairnContent
import CairnTesting
import Dispatch
import Foundation

/// Runs a scenario of interactions, and reports the problems.
final class ContentWorld {
  let scenario: ContentScenario
  let disk = SimulatedDisk()
  let clock = ManualClock()
  let network = EdgeStub()
  private var program: ContentProgram?
  /// The interactions that calls reported as stored.
  private(set) var tracked = ContentTally()
  /// The interactions of calls that a death interrupted: each may be stored or not.
  private(set) var uncertain = ContentTally()
  /// The fully registered experiences: every later program knows them.
  private var registered: Set<String> = []
  private(set) var deaths = 0
  /// The number of deaths at a call that was chosen for it.
  private(set) var doomed = 0
  /// The numbers of calls after which the next programs die.
  private var dispositions: [Int] = []
  var wrong: [String] = []

  init(_ scenario: ContentScenario) { self.scenario = scenario }

  func run() {
    for step in scenario.steps where wrong.isEmpty {
      perform(step)
      settle()
    }
    if wrong.isEmpty { drain() }
    wrong += network.state.withLock { $0.wrong }
  }

  private func perform(_ step: ContentStep) {
    switch step {
    case .track(let kinds): for kind in kinds { track(kind) }
    case .register(let number): register(Experiences.all[number])
    case .pass(let milliseconds): pass(Milliseconds(Int64(milliseconds)))
    case .answer(let roll): answer(roll)
    case .flush: tell(.flush)
    case .background: tell(.host(.background))
    case .kill(let roll): kill(roll)
    case .doom(let calls): doom(calls)
    case .cut(let requests): network.state.withLock { $0.requestsLeft = requests }
    }
  }

  private func start() -> ContentProgram? {
    if let program { return program }
    let process = disk.makeProcess()
    if !dispositions.isEmpty { doom(process, after: dispositions.removeFirst()) }
    let made = try? ContentProgram(
      scenario, on: process, clock: clock, network: network,
      seed: scenario.seed &* 1_000 &+ UInt64(deaths))
    guard let made else {
      guard disk.isDead(process) else {
        wrong.append("UNSTARTED on a disk without faults")
        return nil
      }
      deaths += 1
      doomed += 1
      return start()
    }
    program = made
    _ = made.line.handle(.started)
    return made
  }

  private func register(_ definition: ExperienceDefinition) {
    guard let program = start() else { return }
    program.definitions.register(definition)
    if disk.isDead(program.process) { return bury() }
    registered.insert(definition.id)
  }

  private func track(_ kind: ContentTally.Kind) {
    if case .experience(let id) = kind.subject, !registered.contains(id) {
      Experiences.named(id).map(register)
      guard registered.contains(id) else { return }
    }
    guard let program = start() else { return }
    if program.track(kind) {
      tracked.add(one: kind)
    } else if disk.isDead(program.process) {
      uncertain.add(one: kind)
      bury()
    } else {
      wrong.append("REFUSED on a disk without faults")
    }
  }

  private func tell(_ input: DeliveryDriver.Input) {
    guard let program = start() else { return }
    _ = program.line.handle(input)
  }

  private func pass(_ duration: Milliseconds) {
    let end = clock.now().continuous + duration
    while let alarm = program?.line.alarm, alarm <= end {
      clock.advance(bySeconds: Double(max(0, alarm - clock.now().continuous).count) / 1_000)
      tell(.tick)
      settle()
    }
    clock.advance(bySeconds: Double(max(0, end - clock.now().continuous).count) / 1_000)
  }

  /// The program handles the response, unless it was dead when the response arrived.
  private func answer(_ roll: UInt64) {
    guard let program, let batch = program.line.waiting else { return }
    network.state.withLock { $0.dice = Dice(seed: roll) }
    let outcome = deliver(batch, program)
    let isCut = network.state.withLock { state in
      defer { state.requestsLeft = .max }
      return state.requestsLeft == 0
    }
    if isCut { return bury() }
    program.line.answer(outcome)
  }

  private func deliver(_ batch: Batch, _ program: ContentProgram) -> Outcome {
    let outcome = Locked<Outcome?>(nil)
    let done = DispatchSemaphore(value: 0)
    Task.detached { [destination = program.destination] in
      let result = await destination.deliver(batch)
      outcome.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    return outcome.withLock { $0 } ?? .accepted
  }

  private func kill(_ roll: UInt64) {
    guard let program else { return }
    if let batch = program.line.waiting, roll % 2 == 0 {
      network.state.withLock { $0.dice = Dice(seed: roll) }
      _ = deliver(batch, program)
    }
    bury()
    _ = start()
  }

  /// Without a program, the next one may die while it starts, and the one after that.
  private func doom(_ calls: Int) {
    if let program { doom(program.process, after: calls) } else { dispositions.append(calls) }
  }

  private func doom(_ process: DiskProcess, after calls: Int) {
    let disk = disk
    disk.interrupt(process, afterCalls: calls) { disk.kill(process) }
  }

  private func bury() {
    guard let program else { return }
    self.program = nil
    if disk.isDead(program.process) { doomed += 1 }
    disk.kill(program.process)
    deaths += 1
    network.state.withLock { $0.requestsLeft = .max }
  }

  /// Lets woken workers run, and removes dead processes.
  private func settle() {
    for _ in 0..<1_000 {
      guard let program else { return }
      if disk.isDead(program.process) { return bury() }
      guard let input = program.line.nextInput() else { return }
      _ = program.line.handle(input)
    }
    wrong.append("RESTLESS")
  }

  /// The network works and no program dies: everything must be delivered by time alone.
  private func drain() {
    bury()
    dispositions = []
    network.state.withLock { state in
      state.isWell = true
      state.requestsLeft = .max
    }
    guard let program = start() else { return }
    for _ in 0..<2_000 where program.line.delivery.pending > 0 {
      if program.line.waiting != nil { answer(1) } else { pass(2_000) }
      settle()
    }
    if program.line.delivery.pending > 0 {
      return wrong.append("STUCK \(program.line.delivery.machine.phase)")
    }
    compare()
  }

  /// Compares: each interaction and each measured millisecond was accepted once, or is in a dead
  /// letter.
  private func compare() {
    var counted = network.sum
    for (kind, number) in deadLetters().counts { counted.add(kind, number) }
    for kind in Set(tracked.counts.keys).union(counted.counts.keys) {
      let (least, found) = (tracked.counts[kind] ?? 0, counted.counts[kind] ?? 0)
      let most = least + (uncertain.counts[kind] ?? 0)
      if found < least { wrong.append("LOST \(least - found) of \(kind)") }
      if found > most { wrong.append("TWICE \(found - most) of \(kind)") }
    }
    for kind in network.sum.counts.keys where kind.isPoison { wrong.append("POISON accepted") }
  }

  private func deadLetters() -> ContentTally {
    let box = DeadLetterManager(
      Launch.folder, destination: ContentProgram.name, files: disk.makeProcess(), clock: clock,
      randomness: SeededRandomness(seed: 1))
    var tally = ContentTally()
    // A program that dies during a refusal may have written its letter already.
    var seen: Set<EventID> = []
    for letter in (try? box.contents())?.letters ?? [] where seen.insert(letter.id).inserted {
      let event = try? JSONSerialization.jsonObject(with: Data(letter.event)) as? [String: Any]
      let properties = event?["properties"] as? [String: Any]
      let measures = properties?["measures"] as? [String: Any]
      let name = (event?["event"] as? String ?? "").replacing("Exposure", with: "")
      let key = properties?["key"] as? String ?? ""
      tally.add(
        one: ContentTally.Kind(
          subject: ContentSubject(name: name, key: key) ?? .asset(key),
          location: properties?["location"] as? String,
          type: InteractionType(rawValue: properties?["type"] as? String ?? ""),
          dwell: measures?["dwellMilliseconds"] as? Int ?? 0))
    }
    return tally
  }
}
