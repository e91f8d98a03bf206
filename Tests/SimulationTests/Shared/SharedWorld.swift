import Cairn
import CairnTesting

/// Runs a scenario of programs that share a folder, and compares their counters with the server's
/// records.
final class SharedWorld {
  let scenario: SharedScenario
  let disk = SimulatedDisk()
  let clock = ManualClock()
  let uploader = SimulatedUploader()
  var collector: Collector
  var programs: [DeliveryProgram?] = [nil, nil]
  var account = SharedAccount()
  /// The events of bodies that the server accepted completely, including those that the journal had
  /// lost by then.
  private var inBodies: Set<Int> = []
  var wrong: [String] = []
  /// The cursor of the last comparison.
  var checked: Cursor?
  private var starts: UInt64 = 0

  init(_ scenario: SharedScenario) {
    self.scenario = scenario
    collector = Collector(scenario.delivery.plans[0])
  }

  var accepted: Set<Int> { collector.stored.union(inBodies) }
  var now: MonotonicTime { clock.now().continuous }
  var folder: String { "\(Launch.folder)/dest/\(scenario.delivery.plans[0].name)" }

  func run() {
    play(scenario.steps)
    if wrong.isEmpty { drain() }
  }

  func play(_ steps: [SharedStep]) {
    for step in steps where wrong.isEmpty {
      perform(step)
      readInboxes()
      check()
    }
  }

  func perform(_ step: SharedStep) {
    switch step {
    case .track(let number): track(number)
    case .answer(let number, let roll): answer(number, roll: roll)
    case .flush(let number): if let line = line(number) { tell(line, .flush) }
    case .pass(let milliseconds): pass(Milliseconds(Int64(milliseconds)))
    case .prune(let number): prune(number)
    case .fail(let fault, let calls): disk.faults = DiskFaults(fault.plans(calls))
    case .heal: disk.faults = DiskFaults()
    case .kill(let number):
      kill(number)
      _ = program(number)
    }
  }

  /// Returns the program, started if necessary; nil when the disk prevents that.
  func program(_ number: Int) -> DeliveryProgram? {
    if let program = programs[number] { return program }
    starts += 1
    let seed = scenario.seed &* 0x9E37_79B9_7F4A_7C15 &+ starts &* 1_000
    let process = disk.makeProcess()
    guard
      let program = try? DeliveryProgram(
        scenario.delivery, [0], settings: [0], on: process, clock: clock, seed: seed,
        uploader: uploader)
    else { return nil }
    programs[number] = program
    for line in program.lines { tell(line, .started) }
    return program
  }

  func line(_ number: Int) -> WorkerLine? { program(number)?.lines.first }

  func track(_ number: Int) {
    guard let program = program(number) else { return }
    let event = account.tried
    account.tried += 1
    if case .stored(let position) = program.track(event, bytes: 10) {
      account.places[event] = position
    }
  }

  func answer(_ number: Int, roll: UInt64) {
    guard let line = programs[number]?.lines.first, let batch = line.waiting else { return }
    let request = Request(batch)
    let outcome = collector.answer(request, roll: roll)
    note(outcome, request)
    line.answer(outcome)
  }

  /// Records the server's response.
  func note(_ outcome: Outcome, _ request: Request) {
    if case .accepted = outcome { inBodies.formUnion(request.numbersInBody) }
    account.note(outcome, request)
  }

  func tell(_ line: WorkerLine, _ input: DeliveryDriver.Input) { _ = line.handle(input) }

  /// Kills a program; the request in progress may still arrive.
  private func kill(_ number: Int) {
    guard let program = programs[number] else { return }
    programs[number] = nil
    disk.kill(program.process)
    for line in program.lines {
      guard let batch = line.waiting else { continue }
      collector.receive(Request(batch), roll: scenario.seed &+ starts)
    }
  }

  /// Advances the clock, in the order of the alarms.
  func pass(_ duration: Milliseconds) {
    let end = now + duration
    while wrong.isEmpty {
      let due = lines.compactMap { line in line.alarm.map { (line, $0) } }.min { $0.1 < $1.1 }
      guard let (line, time) = due, time <= end else { break }
      if time > now { clock.advance(bySeconds: Double((time - now).count) / 1_000) }
      tell(line, .tick)
      readInboxes()
    }
    if now < end { clock.advance(bySeconds: Double((end - now).count) / 1_000) }
  }

  var lines: [WorkerLine] { programs.compactMap { $0 }.flatMap(\.lines) }

  func readInboxes() {
    for _ in 0..<1_000 {
      var isQuiet = true
      for line in lines {
        guard let input = line.nextInput() else { continue }
        isQuiet = false
        tell(line, input)
      }
      if isQuiet { return }
    }
    wrong.append("RESTLESS")
  }
}

extension SharedFault {
  /// The calls that fail.
  func plans(_ calls: Int) -> [DiskFaults.Planned] {
    let failure = DiskFault.fail(FileError.inputOutput)
    func plan(_ kind: DiskCall.Kind, _ path: String) -> DiskFaults.Planned {
      DiskFaults.Planned(kind, at: 1, count: calls, failure, path: path)
    }
    switch self {
    case .commit: return [plan(.write, "/state")]
    case .cursorSync: return [plan(.sync, "/state")]
    case .cursorRead: return [plan(.read, "/state")]
    case .lock: return [plan(.lock, "/state")]
    case .body: return [plan(.write, ".body"), plan(.read, ".body")]
    case .deadLetter: return [plan(.write, "/dead/"), plan(.sync, "/dead/")]
    case .journalRead: return [plan(.read, "/log/")]
    }
  }
}
