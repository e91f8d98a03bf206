import Cairn
import CairnTesting
import Foundation

/// A program that uses the SDK: the real parts, assembled as in the engine, on a simulated disk.
///
/// The steps of the scenario do the work of the engine's tasks and timers.
final class Launch {
  /// The folder of the journal.
  ///
  /// Journals of one process identify their lanes by folder, and two worlds with one seed have the
  /// same lanes: so each thread of a campaign has its own folder.
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
  /// The stored events.
  var stored: [Int] = []
  /// The events in memory until the disk accepts them.
  var buffered: [Int] = []
  /// Whether the folder was removed while it ran: its writes are safe only after a sync has
  /// detected that.
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
    var rules = Recorder.Rules()
    rules.syncsEveryEvent = scenario.policy == .everyEvent
    recorder = Recorder(
      journal: journal, clock: clock, randomness: SeededRandomness(seed: ~seed),
      user: Recorder.User(identity), rules: rules, diagnostics: Diagnostics { _ in }
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

  /// Records an event; `before` gets the event first.
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

/// The segments that a program cannot drop because other programs hold them, or held them at its
/// last attempt.
struct HeldSegments {
  private var before: Set<String> = []

  /// Updates the segments before a recording call, which is when the program tries.
  mutating func look(
    at disk: SimulatedDisk, _ process: DiskProcess, _ journal: Journal
  ) -> Set<String> {
    let now = disk.pathsLocked(byOthersThan: process)
    let stuck = Set(journal.stuck.map { Launch.log + "/" + $0.fileName })
    defer { before.formUnion(now) }
    return now.union(before.intersection(stuck))
  }
}
