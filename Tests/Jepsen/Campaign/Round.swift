import CairnTesting
import CrashSupport
import Foundation

/// One folder with its writers and servers, from the first process to the final check.
final class Round {
  let plan: Plan
  let folder: String
  let servers: [DestinationServer]
  let coverage: Coverage
  var dice: Dice
  var writers: [WriterProcess] = []
  var lives = 0
  var kills = 0
  var stops = 0
  var violations: [Violation] = []
  /// The lives that did not end normally.
  var killed: Set<Int> = []
  var disk: SmallDisk?
  /// The number of processes that forked; the other process may be killed in a call.
  var forks = 0
  private(set) var acknowledged = 0
  private(set) var milliseconds = 0
  private(set) var greatestResident = 0
  /// The maximum numbers of descriptors of a writer at rest.
  private(set) var descriptors: [String: Int] = [:]
  private var journalBytes: JournalBytes?

  init(_ plan: Plan, in parent: String, _ coverage: Coverage) throws {
    var plan = plan
    folder = "\(parent)/\(plan.kind.rawValue)-\(plan.seed)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    dice = Dice(seed: plan.seed &+ 1)
    self.coverage = coverage
    let decided = plan
    servers = try plan.places.map { try DestinationServer($0.name, decided, coverage) }
    for (place, server) in servers.enumerated() { plan.places[place].port = server.port }
    self.plan = plan
    try plan.write(folder)
  }

  var journal: String { "\(folder)/journal" }
  var isWell: Bool { violations.isEmpty }

  /// Returns when all events are accounted for, or when that is not possible.
  func runToItsEnd() {
    do {
      try run()
    } catch {
      violations.append(
        Violation(kind: .ended, text: "the round did not come to its end: \(error)"))
    }
    clean()
  }

  private func run() throws {
    let begun = BlockingSleep.now
    defer { milliseconds = BlockingSleep.now - begun }
    if plan.kind == .fullDisk { disk = try SmallDisk(kilobytes: 1_024, at: journal) }
    if plan.kind == .listing { try makeBacklog() }
    for server in servers { server.setFaults(perMille: plan.faultsPerMille) }
    for _ in 0..<plan.writers { try begin(goes: false) }
    let bytes = JournalBytes(plan, journal)
    journalBytes = bytes
    try Storm(self).run()
    let calm = AckLog.now
    for server in servers { server.setFaults(perMille: 0) }
    try Calm(self).run()
    bytes?.stop()
    let settlement = try settle()
    account(settlement, calm)
  }

  /// Starts another life.
  func begin(backlog: Int = 0, goes: Bool = true) throws {
    for _ in 0..<20 {
      lives += 1
      let writer = try WriterProcess(folder, life: lives, seed: dice.next(), backlog: backlog)
      if writer.isReady(withinMilliseconds: 60_000) {
        writers.append(writer)
        if goes { writer.ask("go") }
        return
      }
      // With a full disk, the journal is in memory: the writer reports that, and tries again.
      killed.insert(lives)
      let ending = writer.kill()
      guard plan.hasDiskTrouble, ending == .exit(7) else {
        throw Options.Failure(
          text: "life \(lives) does not begin: \(ending); see \(folder)/errors-\(lives)")
      }
      BlockingSleep.milliseconds(100)
    }
    throw Options.Failure(text: "the journal cannot be opened: \(folder)")
  }

  /// Kills a life with SIGKILL, and starts another one.
  func replace(_ place: Int) throws {
    let writer = writers.remove(at: place)
    coverage.count("SIGKILL", "\(writer.operation)")
    killed.insert(writer.life)
    let ending = writer.kill()
    if ending == .signal(SIGKILL) { kills += 1 } else { blame(writer, ending) }
    try begin()
  }

  /// Records a violation: a writer must not end by itself.
  func blame(_ writer: WriterProcess, _ ending: Child.Ending) {
    killed.insert(writer.life)
    let errors =
      (try? String(contentsOfFile: "\(folder)/errors-\(writer.life)", encoding: .utf8)) ?? ""
    // On Linux, libdispatch reads its threads once a second, and ends the process when it cannot.
    if errors.contains("_dispatch_workq_monitor_pools") { return }
    violations.append(
      Violation(
        kind: .ended, text: "life \(writer.life) ended with \(ending): \(errors.suffix(300))"))
  }

  func note(_ report: WriterReport) {
    greatestResident = max(greatestResident, report.residentBytes)
    let number = report.descriptors.values.reduce(0, +)
    if number > descriptors.values.reduce(0, +) { descriptors = report.descriptors }
    if let number = report.refused["journalFull"], !plan.givesUp {
      violations.append(
        Violation(
          kind: .bounds, events: number,
          text: "\(number) events were refused because the journal is full, and it need not be"))
    }
    for (fault, count) in report.faults {
      let parts = fault.components(separatedBy: " × ")
      coverage.count("disk: \(parts[0])", parts.last ?? "", count)
    }
  }

  /// Creates one segment per event, more than one call lists, and a destination that keeps them
  /// all.
  private func makeBacklog() throws {
    try begin(backlog: 1_500)
    let writer = writers.removeLast()
    if !writer.end() { blame(writer, .exit(1)) }
  }

  private func settle() throws -> Settlement {
    for writer in writers where !writer.end() { blame(writer, .exit(1)) }
    writers = []
    let child = try Child(
      WriterProcess.program, ["settle", "--round", folder], errors: "\(folder)/errors-settle")
    if !child.watch(milliseconds: 60_000) { child.send(SIGKILL) }
    let (ending, output) = child.wait()
    guard ending == .exit(0),
      let settlement = try? JSONDecoder().decode(Settlement.self, from: Data(output.utf8))
    else { throw Options.Failure(text: "the account cannot be read: \(ending); see \(folder)") }
    return settlement
  }

  private func account(_ settlement: Settlement, _ calm: Int) {
    let promises = Acknowledged(folder, lives: lives, killed: killed)
    acknowledged = promises.stored.count
    violations += promises.violationsOfIdentity(plan)
    let account = Account(
      plan: plan, acknowledged: promises, books: servers.map(\.book), settlement: settlement,
      kills: killed.count + forks, calm: calm)
    violations += account.violations()
    violations += journalBytes?.violations ?? []
    if descriptors.values.reduce(0, +) > Bounds.descriptors {
      violations.append(
        Violation(kind: .bounds, text: "a writer has these descriptors at rest: \(descriptors)"))
    }
    if greatestResident > Bounds.residentBytes {
      violations.append(
        Violation(kind: .bounds, text: "a writer uses \(greatestResident >> 20) MiB of memory"))
    }
  }

  private func clean() {
    for writer in writers { _ = writer.kill() }
    writers = []
    for server in servers { server.stop() }
    guard let disk else { return }
    // Files on it are removed with it.
    if !isWell {
      try? FileManager.default.copyItem(atPath: journal, toPath: "\(folder)/journal-of-small-disk")
    }
    disk.remove()
  }
}

/// The maximum resources of a writer at rest.
enum Bounds {
  static let descriptors = 64
  static let residentBytes = 128 << 20
}
