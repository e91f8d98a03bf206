import Cairn
import CairnTesting

/// Runs a scenario of deliveries, and reports the problems.
final class DeliveryWorld {
  let scenario: DeliveryScenario
  let disk = SimulatedDisk()
  let clock = ManualClock()
  let uploader = SimulatedUploader()
  var program: DeliveryProgram?
  var registry: [Int]
  var collectors: [Collector]
  var accounts: [Account]
  var settings: [Int]
  private var toldSettings: [Int]
  /// The hosts by name, or by destination if it has its own.
  private var hosts: [String: HostWatch] = [:]
  private(set) var isOnline = true
  private var starts: UInt64 = 0
  private(set) var deaths = 0
  var wrong: [String] = []

  /// The number of events that programs tried to record.
  private(set) var tried = 0
  var stored: Set<Int> = []
  var durable: Set<Int> = []
  private var uncertain: Set<Int> = []
  /// The number of records that were ever in the journal: events, and those that were put back.
  var records = 0
  /// Whether there was no power loss: every number is known.
  private(set) var isExact = true
  /// The planned death of the program in the middle of a step, or of the next one before it has
  /// started.
  private(set) var doom: Doom?
  private var nextDoom: Doom?
  /// Whether dead letters were put back without a report to the workers.
  var hasNews = false

  struct Doom {
    var calls: Int
    var power: UInt64?
  }

  init(_ scenario: DeliveryScenario) {
    self.scenario = scenario
    registry = scenario.registry
    collectors = scenario.plans.map { Collector($0) }
    accounts = scenario.plans.map { Account($0) }
    settings = scenario.plans.map { _ in 0 }
    toldSettings = settings
  }

  var now: MonotonicTime { clock.now().continuous }

  func run() {
    for step in scenario.steps where wrong.isEmpty {
      perform(step)
      conclude(hasCommitted: step.commits)
    }
  }

  /// Ends a step: woken workers run, dead processes are removed, and everything is checked.
  func conclude(hasCommitted: Bool = true) {
    readInboxes()
    let deathsBefore = deaths
    if let program, disk.isDead(program.process) { bury(power: doom?.power) }
    if hasCommitted || deaths > deathsBefore { checkCounts() }
    checkLedgers()
  }

  private func perform(_ step: DeliveryStep) {
    switch step {
    case .track(let bytes): track(bytes)
    case .sync: sync()
    case .pass(let milliseconds): pass(Milliseconds(Int64(milliseconds)))
    case .answer(let place, let roll): answer(place, roll: roll)
    case .vanish: vanish()
    case .upload(let place, let roll): upload(place, roll: roll)
    case .tellAnswers: tellAnswers()
    case .forgetUploads(let place): uploader.forget(scenario.plans[place].name)
    case .flush(let place): if let line = start()?.line(place) { tell(line, .flush) }
    case .signal(let signal): handle(signal)
    case .restart(let next):
      stop()
      registry = next
      _ = start()
    case .kill: bury(power: nil)
    case .powerLoss(let seed): bury(power: seed)
    case .doom(let calls, let power): arm(Doom(calls: calls, power: power))
    case .mend(let place): settings[place] += 1
    case .heal(let place): collectors[place].isHealed = true
    case .prune: prune()
    case .letters(let place, let work): change(place, work)
    }
  }

  /// Returns the program, and starts it if it was not running.
  func start() -> DeliveryProgram? {
    if let program { return program }
    starts += 1
    let seed = scenario.seed &* 0x9E37_79B9_7F4A_7C15 &+ starts &* 1_000
    // A program that dies between recording a drop of its cap and removing the file leaves the
    // file: its events count as dropped.
    let before = scan().without(CapWitness.entries(disk.image))
    let process = disk.makeProcess()
    if let nextDoom { strike(process, by: nextDoom) }
    nextDoom = nil
    let made = try? DeliveryProgram(
      scenario, registry, settings: settings, on: process, clock: clock, seed: seed,
      uploader: uploader)
    guard let program = made else {
      if !disk.isDead(process) { wrong.append("UNSTARTED on a disk without faults") }
      return nil
    }
    self.program = program
    hosts = [:]
    hasNews = false
    for line in program.lines where !disk.isDead(process) {
      join(line.place, line.delivery.store.cursor, before)
      noteSettings(line.place)
      if !isOnline { tell(line, .host(.offline)) }
      tell(line, .started)
    }
    return program
  }

  /// Records a change of settings, after which a halted destination is tried at once.
  private func noteSettings(_ place: Int) {
    if toldSettings[place] != settings[place], accounts[place].isHalted {
      accounts[place].notBefore = .min
    }
    toldSettings[place] = settings[place]
  }

  /// Records that a destination has a cursor for the first time.
  func join(_ place: Int, _ cursor: Cursor?, _ found: JournalScan) {
    guard let cursor, !accounts[place].isKnown else { return }
    let plan = scenario.plans[place]
    accounts[place].isKnown = true
    accounts[place].early = stored.subtracting(
      plan.start == .now ? [] : found.numbers(for: plan.name))
    for (position, number, _) in found.events where cursor.settled.contains(position) {
      if plan.start == .oldest {
        wrong.append("\(plan.name): SKIPPED event \(number) as it joined")
      }
    }
    for (position, number, _) in found.events where !cursor.settled.contains(position) {
      if plan.start == .now { wrong.append("\(plan.name): began with event \(number), not now") }
    }
    accounts[place].base = Int(cursor.accepted(in: found.segments)) - records
  }

  private func track(_ bytes: Int) {
    guard let program = start() else { return }
    let number = tried
    tried += 1
    let witness = capWitness(program)
    let receipt = program.track(number, bytes: bytes)
    if let witness { note(witness) }
    guard case .stored = receipt else {
      uncertain.insert(number)
      return
    }
    stored.insert(number)
    records += 1
    if scenario.syncsEveryEvent { durable.insert(number) } else { program.unsynced.append(number) }
  }

  private func sync() {
    guard let program, (try? program.journal.sync()) != nil else { return }
    durable.formUnion(program.unsynced)
    program.unsynced = []
  }

  /// Advances the clock, in the order of the alarms.
  func pass(_ duration: Milliseconds) {
    let end = now + duration
    while let program, wrong.isEmpty, !disk.isDead(program.process) {
      let due = program.lines.compactMap { line in line.alarm.map { (line, $0) } }
        .min { $0.1 < $1.1 }
      guard let (line, time) = due, time <= end else { break }
      if time > now { clock.advance(bySeconds: Double((time - now).count) / 1_000) }
      tell(line, .tick)
      readInboxes()
    }
    if now < end { clock.advance(bySeconds: Double((end - now).count) / 1_000) }
  }

  func answer(_ place: Int, roll: UInt64) {
    guard let line = start()?.line(place), let batch = line.waiting else { return }
    let request = Request(batch)
    let outcome = collectors[place].answer(request, roll: roll)
    accounts[place].begin(outcome, request)
    tell(line, .outcome(outcome, of: batch.key))
  }

  func handle(_ signal: HostSignal) {
    if signal == .offline || signal == .online { isOnline = signal == .online }
    for line in program?.lines ?? [] { tell(line, .host(signal)) }
  }

  /// Ends the program normally; later responses are lost.
  func stop() {
    guard let program else { return }
    for line in program.lines {
      let batch = line.waiting
      tell(line, .close)
      if let batch { _ = line.handle(.outcome(.accepted, of: batch.key)) }
    }
    if disk.isDead(program.process) { return bury(power: doom?.power) }
    program.journal.close()
    sync()
    checkErrors(program)
    self.program = nil
    disk.kill(program.process)
  }

  /// Makes the program die before a call; if there is none, the next program does.
  private func arm(_ doom: Doom) {
    guard let process = program?.process else {
      nextDoom = doom
      return
    }
    strike(process, by: doom)
  }

  private func strike(_ process: DiskProcess, by doom: Doom) {
    // Sendable: it is called on this thread, in the middle of a call.
    nonisolated(unsafe) let world = self
    self.doom = doom
    disk.interrupt(process, afterCalls: doom.calls) {
      if world.doom != nil { world.disk.kill(process) }
    }
  }

  /// Disables planned deaths.
  func disarm() {
    doom = nil
    nextDoom = nil
  }
}

extension DeliveryWorld {
  /// Passes an input to a delivery, and checks the requests that it sends.
  func tell(_ line: WorkerLine, _ input: DeliveryDriver.Input) {
    guard let program, !disk.isDead(program.process) else { return }
    let isFlush = if case .flush = input { true } else { false }
    if isFlush { hasNews = false }
    let isBusy = if case .outcome = input { false } else { line.waiting != nil }
    let batch = line.handle(input)
    guard !disk.isDead(program.process) else { return line.hangUp() }
    let place = line.place
    if case .outcome(let outcome, _) = input {
      watch(place) { $0.answered(place, outcome) }
      wrong += accounts[place].finish(line.delivery.store.cursor, isAlive: true, at: now)
    }
    wrong += accounts[place].finishUpload(
      line.delivery.store.cursor, line.delivery.store.upload, isAlive: true)
    carryOut(line)
    if isBusy, line.waiting != nil, batch != nil {
      wrong.append("\(line.name): TWO requests at once")
    }
    if let batch { arrive(Request(batch), place, isFlush: isFlush) }
  }

  private func arrive(_ request: Request, _ place: Int, isFlush: Bool) {
    let name = scenario.plans[place].name
    if !isOnline { wrong.append("\(name): OFFLINE, and it sends") }
    if isDoubled(request, name) { wrong.append("\(name): TWICE, by the system as well") }
    if now < accounts[place].notBefore {
      if isFlush {
        accounts[place].urgent = request.key
      } else {
        wrong.append("\(name): EARLY by \(accounts[place].notBefore - now)")
      }
    }
    if let problem = watch(place, { $0.ask(place, at: now) }) {
      wrong.append("\(name): \(problem)")
    }
    wrong += accounts[place].arrive(request, isExact: isExact)
  }

  func watch<Result>(_ place: Int, _ body: (inout HostWatch) -> Result) -> Result {
    let plan = scenario.plans[place]
    return body(&hosts[plan.host ?? "of \(plan.name)", default: HostWatch()])
  }

  func isHostOpen(_ place: Int) -> Bool { watch(place) { $0.isOpen } }

  /// Lets woken workers run.
  func readInboxes() {
    guard let program else { return }
    for _ in 0..<1_000 {
      var isQuiet = true
      for line in program.lines {
        guard let input = line.nextInput() else { continue }
        isQuiet = false
        tell(line, input)
      }
      if isQuiet { return }
    }
    wrong.append("RESTLESS")
  }

  /// Updates the disk and the expected state after a death.
  func bury(power: UInt64?) {
    guard let program else { return }
    self.program = nil
    disk.kill(program.process)
    doom = nil
    deaths += 1
    if let power { losePower(power) }
    for line in program.lines {
      guard let batch = line.waiting else { continue }
      collectors[line.place].receive(Request(batch), roll: scenario.seed &+ UInt64(deaths))
    }
    let found = scan()
    for number in uncertain.intersection(found.all) {
      stored.insert(number)
      records += 1
    }
    uncertain = []
    for place in accounts.indices {
      let cursor = cursor(of: place)
      if power != nil, cursor == nil { accounts[place].forgetBeginning() }
      join(place, cursor, found)
      wrong += accounts[place].finish(cursor, isAlive: false, at: now)
      if power != nil { accounts[place].doubtHeld() }
    }
    checkFound(found)
  }

  private func losePower(_ seed: UInt64) {
    var dice = Dice(seed: seed)
    let image = disk.image
    disk.image = image.afterPowerLoss(image.powerPicks(&dice))
    isExact = false
    let found = scan()
    stored.formIntersection(durable.union(found.all))
    durable.formUnion(found.all)
  }
}
