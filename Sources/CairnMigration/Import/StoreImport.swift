import Cairn

/// The import of one moved store, slice by slice.
struct StoreImport {
  /// The number of records and of bytes after which a slice ends.
  static let recordsOfSlice = 128

  /// The number of slices after which the room in the journal is looked at.
  private static let slicesOfCheck = 4

  let store: MovedStore
  let legacy: LegacyStore
  private(set) var note: MigrationNote
  private let events: EventImport
  private let destination: String?
  private let mapping: (Int64?) -> ImportMapping
  private var reader: StoreReader
  private var slices = 0

  /// Begins, or goes on where the note says.
  init(
    _ store: MovedStore, _ legacy: LegacyStore, _ note: MigrationNote,
    _ events: EventImport, to destination: String?, anonymousID: String, now: Int64
  ) throws(FileError) {
    self.store = store
    self.legacy = legacy
    self.note = note
    self.events = events
    self.destination = destination
    let anonymous = legacy.identity.anonymousID ?? anonymousID
    mapping = { ImportMapping(anonymousID: anonymous, fileTime: $0, now: now) }
    reader = try StoreReader(
      legacy.queues, in: store.path(in: events.folder), from: note, events.files)
  }

  /// Commits the note for the lane of this launch; nothing may be appended before.
  func commit() throws { try events.commit(note.json) }

  /// Imports a slice; returns false when the store is done.
  mutating func advance() throws -> Bool {
    if slices % Self.slicesOfCheck == 0, try !events.hasRoom() { throw MigrationInterruption.full }
    slices += 1
    for _ in 0..<Self.recordsOfSlice {
      guard let step = try reader.next() else {
        note.isDone = true
        note.add(reader.tails)
        try events.commit(note.json)
        return false
      }
      try take(step)
    }
    note.add(reader.tails)
    try events.commit(note.json)
    return true
  }

  private mutating func take(_ step: StoreReader.Step) throws {
    guard let event = event(step) else { return count(step, isStored: false) }
    if !note.ahead.isEmpty, note.ahead.removeFirst() { return count(step, isStored: true) }
    switch events.append(event, to: destination) {
    case .stored: count(step, isStored: true)
    case .tooLong:
      note.lost[LossReason.tooLong.rawValue, default: 0] += 1
      place(step)
    case .refused:
      // What was appended is counted; this event is read again by the next import.
      try events.commit(note.json)
      throw MigrationInterruption(reason: "the journal takes no events now")
    }
  }

  private func event(_ step: StoreReader.Step) -> ImportedEvent? {
    guard case .event(let event) = step.item else { return nil }
    return mapping(step.fileTime).event(event, in: step.queue)
  }

  private mutating func count(_ step: StoreReader.Step, isStored: Bool) {
    switch step.item {
    case .event(let event) where isStored:
      note.imported += 1
      MigrationReport.count(event, in: &note.operations)
    case .event: note.lost[LossReason.unknown.rawValue, default: 0] += 1
    case .lost(let reason, _): note.lost[reason.rawValue, default: 0] += 1
    case .skipped: note.skipped += 1
    }
    place(step)
  }

  private mutating func place(_ step: StoreReader.Step) {
    note.queue = step.queue
    note.records = step.records
  }
}

/// A reason for which an import stops, and goes on later.
struct MigrationInterruption: Error, Equatable {
  /// The journal is half full, and has to deliver events first.
  static let full = MigrationInterruption(reason: "the journal has no room for more events now")

  var reason: String
}
