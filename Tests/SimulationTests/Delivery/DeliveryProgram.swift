import Cairn
import CairnTesting

/// A program that records and delivers: the real parts, assembled as in the engine, on a simulated
/// disk.
final class DeliveryProgram {
  let process: DiskProcess
  let journal: Journal
  let recorder: Recorder
  let reclaimer: Reclaimer
  let uploads: BackgroundUploadManager
  private(set) var lines: [WorkerLine] = []
  /// The thresholds, which count the recorder's events as in the engine.
  private let thresholds = EventThresholds()
  /// The logged errors.
  let errors = Mailbox<String>()
  /// The stored events that no sync has covered.
  var unsynced: [Int] = []

  init(
    _ scenario: DeliveryScenario, _ registry: [Int], settings: [Int], on process: DiskProcess,
    clock: ManualClock, seed: UInt64, uploader: SimulatedUploader
  ) throws {
    let randomness = SeededRandomness(seed: seed)
    self.process = process
    var options = JournalOptions()
    options.segmentBytes = scenario.segmentBytes
    options.cap = scenario.cap
    options.ballast = Ballast(Launch.folder + "/ballast", files: process)
    let diagnostics = Diagnostics { [errors] line in
      if line.level == .error { errors.put("\(line.code): \(line.message)") }
    }
    journal = try Journal(
      directory: Launch.log, files: process, clock: clock, randomness: randomness,
      options: options)
    let identity = IdentityStore(
      Launch.folder + "/identity", files: process, randomness: randomness)
    var rules = Recorder.Rules()
    rules.syncsEveryEvent = scenario.syncsEveryEvent
    recorder = Recorder(
      journal: journal, clock: clock, randomness: SeededRandomness(seed: ~seed),
      user: Recorder.User(identity), rules: rules, diagnostics: diagnostics
    ) { [thresholds] appended, kind in thresholds.record(appended.outcome, kind) }
    reclaimer = Reclaimer(journal, destinations: Launch.folder + "/dest", files: process)
    uploads = BackgroundUploadManager(
      uploader, destinations: Launch.folder + "/dest", files: process, clock: clock)
    let circuits = HostCircuits()
    for place in registry {
      let destination = CollectorDestination(
        plan: scenario.plans[place], settings: "\(settings[place])")
      let store = Self.store(
        destination.plan, scenario, process, journal, reclaimer, clock, randomness, uploads)
      let schedule = destination.plan.schedule
      lines.append(
        WorkerLine(
          place,
          DeliveryDriver(
            destination: destination, store: store,
            machine: DeliveryMachine(
              flushAt: schedule.flushAt,
              flushInterval: Milliseconds(seconds: schedule.flushInterval),
              retry: schedule.retry, handsOver: scenario.handsOver),
            journal: journal, clock: clock, randomness: randomness, diagnostics: diagnostics,
            circuit: circuits.circuit(of: destination.host)), uploads))
    }
    for line in lines { thresholds.add(line.threshold, line.delivery.kindMask, named: line.name) }
  }

  private static func store(
    _ plan: CollectorPlan, _ scenario: DeliveryScenario, _ process: DiskProcess, _ journal: Journal,
    _ reclaimer: Reclaimer, _ clock: ManualClock, _ randomness: SeededRandomness,
    _ uploads: BackgroundUploadManager
  ) -> DeliveryStore {
    let path = "\(Launch.folder)/dest/\(plan.name)"
    let letters = DeadLetterStore(
      directory: path + "/dead", files: process, clock: clock, randomness: randomness)
    let place = DestinationFolder(
      path, files: process, journal: journal, reclaimer: reclaimer, deadLetters: letters,
      ballast: Ballast(Launch.folder + "/ballast", files: process)
    ) { name in
      // A program that dies first has not requested it.
      guard !process.isDead else { return }
      uploads.cancel(UploadTaskLabel(destination: plan.name, name: name))
    }
    return DeliveryStore(
      plan.name, place, syncs: scenario.syncs, keys: BatchKeys(randomness), from: plan.start)
  }

  func line(_ place: Int) -> WorkerLine? { lines.first { $0.place == place } }

  /// Records an event.
  func track(_ number: Int, bytes: Int) -> Receipt {
    let padding = Tracked.padding(number, bytes: bytes)
    return recorder.record(.track, Tracked.name(number), ["padding": .string(padding)]).receipt
  }
}
