import Cairn
import CairnAdobe
import CairnContent
import CairnTesting

/// A program that counts interactions: the real parts, assembled as in the engine, on a simulated
/// disk.
final class ContentProgram {
  let process: DiskProcess
  let journal: Journal
  let recorder: Recorder
  let destination: AdobeEdgeDestination
  let line: WorkerLine
  let definitions: Definitions
  private let storesPlaces: Bool

  static let name = "adobe"
  static var path: String { "\(Launch.folder)/dest/\(name)" }

  init(
    _ scenario: ContentScenario, on process: DiskProcess, clock: ManualClock, network: EdgeStub,
    seed: UInt64
  ) throws {
    self.process = process
    let randomness = SeededRandomness(seed: seed)
    let silent = Diagnostics { _ in }
    var options = JournalOptions()
    options.segmentBytes = scenario.segmentBytes
    journal = try Journal(
      directory: Launch.log, files: process, clock: clock, randomness: randomness,
      options: options)
    journal.setPreamble(Array("{\"launch\":\(seed)}".utf8))
    let identity = IdentityStore(
      Launch.folder + "/identity", files: process, randomness: randomness)
    recorder = Recorder(
      journal: journal, clock: clock, randomness: SeededRandomness(seed: ~seed),
      user: Recorder.User(identity), rules: Recorder.Rules(), diagnostics: silent
    ) { _, _ in }
    destination = AdobeEdgeDestination(
      scenario.settings, endpoint: scenario.isCollecting ? .collect : .interact, name: Self.name,
      transport: network)
    destination.attach(
      to: DestinationContext(
        Self.path + "/memory", files: process, milliseconds: clock.now().wall.milliseconds,
        diagnostics: silent))
    let place = DestinationFolder(
      Self.path, files: process, journal: journal,
      reclaimer: Reclaimer(journal, destinations: Launch.folder + "/dest", files: process),
      deadLetters: DeadLetterStore(
        directory: Self.path + "/dead", files: process, clock: clock, randomness: randomness),
      ballast: Ballast(Launch.folder + "/ballast", files: process))
    let store = DeliveryStore(Self.name, place, syncs: true, keys: BatchKeys(randomness))
    // Reading a large file at every start would take as long as the rest.
    definitions = Definitions(
      .experiences(Launch.folder + "/experiences", files: process, slotSize: 2_048),
      diagnostics: silent)
    storesPlaces = scenario.settings.excludeAssetsFromUntrackedExperience
    let schedule = scenario.settings.schedule
    line = WorkerLine(
      0,
      DeliveryDriver(
        destination: destination, store: store,
        machine: DeliveryMachine(
          flushAt: schedule.flushAt,
          flushInterval: Milliseconds(seconds: schedule.flushInterval),
          retry: schedule.retry, deliversAtStart: schedule.deliversAtStart),
        journal: journal, clock: clock, randomness: randomness, diagnostics: silent))
  }

  /// Tracks an interaction; returns whether the call reported it as stored.
  func track(_ kind: ContentTally.Kind) -> Bool {
    let recorded = recorder.record(
      .interaction, kind.event, kind.properties(assets: assets(of: kind)))
    guard case .stored = recorded.receipt else { return false }
    line.threshold.record()
    return true
  }

  /// Returns the assets that `ContentAnalytics` knows from this launch or an earlier one.
  private func assets(of kind: ContentTally.Kind) -> [String] {
    guard case .experience(let id) = kind.subject, kind.type != nil else { return [] }
    definitions.see(id, at: kind.location, storing: storesPlaces)
    return definitions.use(id)?.assetURLs ?? []
  }
}

extension ContentTally.Kind {
  fileprivate var event: String {
    type == nil ? ContentInteraction.exposureName(subject) : subject.name
  }

  fileprivate func properties(assets: [String]) -> [String: Value] {
    if let type {
      return ContentInteraction.properties(subject, type, location, nil, assets: assets)
    }
    return ContentInteraction.properties(
      subject, location, ContentMeasures(dwellMilliseconds: dwell))
  }
}
