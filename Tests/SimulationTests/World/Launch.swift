import Cairn
import CairnTesting

/// A program that uses the SDK: the real parts, put together as the engine does, on a simulated disk.
///
/// What the engine does in tasks and timers is done here by the steps of the scenario.
final class Launch {
  static let folder = "/data/app/v1"
  static let log = folder + "/log"

  let process: DiskProcess
  let journal: Journal
  let recorder: Recorder
  var lines: [DeliveryLine] = []
  private let clock: ManualClock
  private var twin: EventIDGenerator
  private(set) var context: [UInt8] = []

  init(_ scenario: Scenario, on disk: SimulatedDisk, clock: ManualClock, seed: UInt64) throws {
    let randomness = SeededRandomness(seed: seed)
    process = disk.makeProcess()
    self.clock = clock
    var options = JournalOptions()
    options.segmentBytes = scenario.segmentBytes
    journal = try Journal(
      directory: Self.log, files: process, clock: clock, randomness: randomness, options: options)
    let identity = try IdentityStore(
      Self.folder + "/identity", files: process, randomness: randomness)
    recorder = Recorder(
      journal: journal, clock: clock, randomness: SeededRandomness(seed: ~seed),
      identity: identity, enrichers: [], maximumEventBytes: 32_768,
      diagnostics: Diagnostics { _ in }
    ) { _ in }
    twin = EventIDGenerator(SeededRandomness(seed: ~seed))
    try openLines(scenario, randomness)
  }

  private func openLines(_ scenario: Scenario, _ randomness: SeededRandomness) throws {
    let opened = try scenario.destinations.map {
      try OpenedCursor($0.name, Self.folder, process, journal)
    }
    let reclaimer = Reclaimer(
      journal, destinations: Self.folder + "/dest", files: process,
      settled: Dictionary(
        opened.map { ($0.name, $0.cursor.settled) }, uniquingKeysWith: { first, _ in first }))
    lines = zip(scenario.destinations, opened).map { plan, opened in
      let letters = DeadLetters(
        directory: opened.path + "/dead", files: process, clock: clock, randomness: randomness)
      let desk = DeliveryDesk(
        name: opened.name, cursor: opened.cursor, file: opened.file,
        bodies: BodyStore(directory: opened.path, files: process), deadLetters: letters,
        reclaimer: reclaimer, journal: journal, syncs: scenario.syncs, keys: BatchKeys(randomness))
      return DeliveryLine(
        SimulatedServer(plan: plan), desk, journal, clock, randomness: randomness)
    }
    for place in lines.indices { lines[place].start() }
  }

  func setContext(_ number: Int) {
    context = Array("{\"context\":\(number)}".utf8)
    journal.setPreamble(context)
  }

  /// Records an event; `before` is told what it will be.
  func track(
    _ number: Int, bytes: Int, before: (Tracked) -> Void
  ) -> Position? {
    let padding = Tracked.padding(number, bytes: bytes)
    let wall = clock.now().wall
    before(
      Tracked(
        number: number, id: twin.next(wall: wall), wall: wall,
        sequence: recorder.tally.recorded + 1, anonymousID: recorder.anonymousID,
        padding: padding, context: context))
    let result = recorder.record(
      .track, Tracked.name(number), ["padding": .string(padding)])
    return try? result.get()
  }

  /// Whether an event was recorded by this program.
  func owns(_ position: Position) -> Bool { position.lane == journal.lane }
}
