import Cairn
import CairnTesting

/// The data that a new program finds on a disk, read with the code under test.
struct Remains {
  /// An event that can be read.
  struct Found {
    var position: Position
    var payload: [UInt8]
    var context: [UInt8]
  }

  let journal: Journal
  var found: [Found] = []
  var damaged: [PositionRange] = []
  /// The cursors by destination; nil if there is none.
  var cursors: [Cursor?] = []
  /// The recorded drops, which the next start makes each destination count.
  let drops: SettledPositions
  /// The number of changes that reading made.
  var changes = 0
  private let process: DiskProcess
  private let disk: SimulatedDisk

  init(_ image: DiskImage, _ plans: [DestinationPlan], seed: UInt64) throws {
    disk = SimulatedDisk(image)
    process = disk.makeProcess()
    try process.makeDirectory(Launch.log)
    let before = disk.changes
    journal = try Journal(
      directory: Launch.log, files: process, clock: ManualClock(),
      randomness: SeededRandomness(seed: seed))
    drops = CapWitness.entries(image)
    let dropped = UncountedDrops.all(in: Launch.folder + "/drops", process)
    cursors = Self.cursors(of: plans, image).map { cursor in
      var cursor = cursor
      cursor?.take(dropped)
      return cursor
    }
    read()
    changes = disk.changes - before
  }

  /// Returns the committed cursors of the destinations.
  static func cursors(of plans: [DestinationPlan], _ image: DiskImage) -> [Cursor?] {
    let process = SimulatedDisk(image).makeProcess()
    return plans.map {
      try? CursorFile.read("\(Launch.folder)/dest/\($0.name)/state", files: process)
    }
  }

  /// Reads the events that any destination may still want, in the order of delivery.
  private mutating func read() {
    var found: [Found] = []
    var damaged: [PositionRange] = []
    var reader = JournalReader(journal)
    reader.read(after: settledByAll) { item in
      switch item {
      case .damaged(let range): damaged.append(range)
      case .event(let position, let payload, let context):
        found.append(Found(position: position, payload: Array(payload), context: context))
      }
      return true
    }
    self.found = found
    self.damaged = damaged
  }

  /// The positions that every destination has settled, by lane.
  private var settledByAll: SettledPositions {
    let sets = cursors.map { $0?.settled ?? SettledPositions() }
    guard let first = sets.first else { return SettledPositions() }
    let prefixes = first.prefixes.map { lane, last in
      (lane, sets.map { $0.prefix(of: lane) }.reduce(last, min))
    }
    return SettledPositions(
      prefixes: Dictionary(prefixes, uniquingKeysWith: min), islands: [])
  }

  /// Returns the body for a key, or the one that its events result in if it has no file; nil when
  /// it differs from the sealed one.
  func body(of batch: SealedBatch, _ plan: DestinationPlan) -> [UInt8]? {
    let store = BodyStore(directory: "\(Launch.folder)/dest/\(plan.name)", files: process)
    if let body = (try? store.read(batch)) ?? nil { return body }
    let events = found.filter { event in
      batch.ranges.contains { range in
        range.lane == event.position.lane
          && (range.first...range.last).contains(event.position.index)
      }
    }
    guard let last = events.last, events.count == batch.ranges.total else { return nil }
    let stored = events.compactMap { event in
      event.payload.withUnsafeBytes { StoredEvent($0, at: event.position) }
    }
    let body = SimulatedServer(plan: plan).seal(stored, context: last.context)
    return BodyStore.hash(body) == batch.bodyHash ? body : nil
  }

  func contents(_ path: String) -> [UInt8]? { disk.image.contents(path) }

  /// The identifiers of the dead letters of a destination.
  func deadLetters(_ plan: DestinationPlan) -> Set<EventID> {
    let journal = try? Journal(
      directory: "\(Launch.folder)/dest/\(plan.name)/dead", files: process, clock: ManualClock(),
      randomness: SeededRandomness(seed: 1))
    guard let journal else { return [] }
    var ids: Set<EventID> = []
    var reader = JournalReader(journal)
    reader.read(after: SettledPositions()) { item in
      if case .event(_, let payload, _) = item, let id = EventRecord(payload)?.id { ids.insert(id) }
      return true
    }
    return ids
  }
}
