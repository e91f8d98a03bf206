import Cairn
import CairnTesting
import Foundation

/// A program that uses the SDK: the real parts, put together as the engine does, on a simulated disk.
///
/// What the engine does in tasks and timers is done here by the steps of the scenario.
final class Launch {
  /// Journals of one process know each other's lanes by their folder, and two worlds of one seed have the same lanes: so
  /// each thread of a campaign has a folder of its own.
  static var folder: String {
    Thread.current.threadDictionary[folderOfThread] as? String ?? "/data/app/v1"
  }

  static let folderOfThread = "folder"
  static var log: String { folder + "/log" }

  let process: DiskProcess
  let journal: Journal
  let recorder: Recorder
  let reclaimer: Reclaimer
  var lines: [DeliveryLine] = []
  var held = HeldSegments()
  /// The events that were stored, and those that are in memory until the disk takes them.
  var stored: [Int] = []
  var buffered: [Int] = []
  /// The folder was removed while it ran: what it writes is sure when a sync has noticed.
  var isAdrift = false
  private let clock: ManualClock
  private var twin: EventIDGenerator
  private(set) var context: [UInt8] = []

  init(_ scenario: Scenario, on disk: SimulatedDisk, clock: ManualClock, seed: UInt64) throws {
    let randomness = SeededRandomness(seed: seed)
    process = disk.makeProcess()
    self.clock = clock
    let ballast = Ballast(Self.folder + "/ballast", files: process)
    var options = scenario.journalOptions
    if scenario.hasBallast { options.ballast = ballast }
    journal = try Journal(
      directory: Self.log, files: process, clock: clock, randomness: randomness, options: options)
    let identity = IdentityStore(
      Self.folder + "/identity", files: process, randomness: randomness)
    recorder = Recorder(
      journal: journal, clock: clock, randomness: SeededRandomness(seed: ~seed),
      identity: identity, enrichers: [], maximumEventBytes: 32_768,
      syncsEveryEvent: scenario.policy == .everyEvent, diagnostics: Diagnostics { _ in }
    ) { _, _ in }
    twin = EventIDGenerator(SeededRandomness(seed: ~seed))
    reclaimer = Reclaimer(journal, destinations: Self.folder + "/dest", files: process)
    if scenario.hasBallast { ballast.take() }
    lines = scenario.destinations.map { makeLine($0, scenario, ballast, randomness) }
  }

  private func makeLine(
    _ plan: DestinationPlan, _ scenario: Scenario, _ ballast: Ballast,
    _ randomness: SeededRandomness
  ) -> DeliveryLine {
    let path = "\(Self.folder)/dest/\(plan.name)"
    let letters = DeadLetterStore(
      directory: path + "/dead", files: process, clock: clock, randomness: randomness)
    let place = DestinationFolder(
      path, files: process, journal: journal, reclaimer: reclaimer, deadLetters: letters,
      ballast: ballast)
    let store = DeliveryStore(
      plan.name, place, syncs: scenario.syncs, keys: BatchKeys(randomness))
    return DeliveryLine(
      DeliveryDriver(
        destination: SimulatedServer(plan: plan), store: store,
        machine: DeliveryMachine(flushAt: 3, flushInterval: 1_000, retry: RetryPolicy()),
        journal: journal, clock: clock, randomness: randomness,
        diagnostics: Diagnostics { _ in }))
  }

  func setContext(_ number: Int) {
    context = Array("{\"context\":\(number)}".utf8)
    journal.setPreamble(context)
  }

  /// Records an event; `before` is told what it will be.
  func track(_ number: Int, bytes: Int, before: (Tracked) -> Void) -> Receipt {
    let padding = Tracked.padding(number, bytes: bytes)
    let wall = clock.now().wall
    before(
      Tracked(
        number: number, id: twin.next(wall: wall), wall: wall,
        sequence: recorder.tally.recorded + 1, anonymousID: recorder.anonymousID,
        padding: padding, context: context))
    return recorder.record(.track, Tracked.name(number), ["padding": .string(padding)]).receipt
  }
}

/// The segments that a program cannot drop because other programs hold them, or held them when it tried last.
struct HeldSegments {
  private var before: Set<String> = []

  /// Before a call that records, which is when it tries.
  mutating func look(
    at disk: SimulatedDisk, _ process: DiskProcess, _ journal: Journal
  ) -> Set<String> {
    let now = disk.pathsLocked(byOthersThan: process)
    let stuck = Set(journal.stuck.map { Launch.log + "/" + $0.fileName })
    defer { before.formUnion(now) }
    return now.union(before.intersection(stuck))
  }
}
