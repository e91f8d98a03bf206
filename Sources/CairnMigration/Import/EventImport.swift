import Cairn

/// Appends events of another SDK to the journal, each once, also when the process is killed at any
/// point.
///
/// The events go to a lane of their own, which nothing else writes to; `ImportMark` explains how
/// that makes an event and the mark of its source one step. They are written as they are: without
/// the context of this launch, the super properties and the enrichers, but with redaction.
///
/// Not for use from several threads at once.
final class EventImport: Sendable {
  /// The result of an attempt to append an event.
  enum Outcome: Equatable, Sendable {
    case stored
    /// The event is longer than an event may be.
    case tooLong
    /// Nothing may be recorded, or the journal takes no event now.
    case refused
  }

  /// The longest event in bytes: the most that `Configuration.maximumEventBytes` may be.
  ///
  /// The limit that the app has set is for its own calls; the other SDK had one of its own.
  static let longestEvent = 1_000_000

  /// The folder of the import, for the mark and for the files of its source.
  let folder: String
  let files: any FileSystem
  private let journal: Journal
  private let markFile: ImportMarkFile
  private let engine: Engine
  private let pass: ConsentStore.Pass
  /// The note of the last commit, and for each event that was appended after it whether it is in
  /// the journal; a loss of power may have left gaps.
  let stored: (note: [UInt8]?, appended: [Bool])
  private let next: Locked<UInt32>

  /// Begins an import; returns nil when another process imports.
  ///
  /// It reads the journal's folder, so it must run on a thread that may wait.
  init?(on engine: Engine) throws(FileError) {
    self.engine = engine
    folder = "\(engine.journalFolder)/migration"
    files = engine.importFiles
    journal = try engine.openImportLane()
    pass = engine.recordingPass
    try files.makeDirectory(folder)
    files.protectDirectory(folder)
    guard
      let markFile = try ImportMarkFile(
        ImportMark.path(in: engine.journalFolder), files: files)
    else { return nil }
    // Without its name after a loss of power, the mark would be missing and the events present.
    try files.syncDirectory(folder)
    try files.syncDirectory(engine.journalFolder)
    self.markFile = markFile
    stored = (markFile.stored?.note, try Self.appended(after: markFile.stored?.mark, in: journal))
    next = Locked(Position.indices.lowerBound)
  }

  /// Returns for each event that the lane of the mark had, and the mark does not count, whether it
  /// is there.
  private static func appended(
    after mark: ImportMark?, in journal: Journal
  ) throws(FileError) -> [Bool] {
    guard let mark else { return [] }
    // Events that a limit has removed count too: they were imported, and dropped.
    let drops = journal.drops.map(\.range).filter { $0.lane == mark.lane }
    let segments = journal.segments().filter { $0.lane == mark.lane }.map(\.lastIndex)
    let last = (segments + drops.map(\.last)).max() ?? 0
    var present: Set<UInt32> = []
    var reader = JournalReader(journal)
    if last >= mark.next {
      let range = PositionRange(lane: mark.lane, first: mark.next, last: last)
      reader.read([range], after: SettledPositions()) { item in
        if case .event(let position, _, _) = item { present.insert(position.index) }
      }
    }
    if let failure = reader.failure { throw failure }
    if let name = journal.unreadable.first(where: { $0.lane == mark.lane }) {
      throw FileError(
        call: "open", path: "\(journal.directory)/\(name.fileName)", code: FileError.inputOutput)
    }
    guard last >= mark.next else { return [] }
    return (mark.next...last).map { index in
      present.contains(index) || drops.contains { $0.first <= index && index <= $0.last }
    }
  }

  /// Whether events may be recorded as when the import began.
  var isAllowed: Bool {
    let now = engine.recordingPass
    return now.refusal == nil && now.erasures == pass.erasures
  }

  /// Returns whether the journal has room for more events without dropping any.
  func hasRoom() throws(FileError) -> Bool { try engine.hasRoomForImport() }

  /// Appends an event; it is only imported once `commit` has returned.
  func append(_ event: ImportedEvent, to destination: String?) -> Outcome {
    guard isAllowed else { return .refused }
    let event =
      engine.recorder.redactor.isEmpty ? event : event.redacted(by: engine.recorder.redactor)
    let json = event.json
    guard json.count <= Self.longestEvent else { return .tooLong }
    var buffer = OutputBuffer(capacity: json.count + 128)
    buffer.appendZeros(RecordHeader.headerSize)
    EventRecord(
      id: event.id, kind: event.kind, time: WallTime(milliseconds: event.milliseconds),
      audience: destination.map { Audience(destination: $0) }
    ).writeHeader(into: &buffer)
    buffer.append(json)
    switch journal.append(&buffer, at: engine.clock.now()).outcome {
    case .stored(let position):
      next.withLock { $0 = position.index + 1 }
      return .stored
    case .refused(.tooLarge, _): return .tooLong
    case .buffered, .refused: return .refused
    }
  }

  /// Makes the appended events survive a loss of power, and then notes how far the source is read.
  func commit(_ note: [UInt8]) throws {
    try journal.sync(.durable)
    try mark(note)
  }

  private func mark(_ note: [UInt8]) throws(FileError) {
    try markFile.commit(lane: journal.lane, next: next.withLock { $0 }, note: note)
  }

  /// Returns whether the journal has events of lanes, or a file that cannot be read now.
  func hasEvents(inLanes lanes: [String]) -> Bool {
    !journal.unreadable.isEmpty
      || journal.segments().contains { lanes.contains($0.lane.description) && $0.events > 0 }
  }

  /// The lane to which this import writes.
  var lane: String { journal.lane.description }

  /// Ends the lane.
  func close() { journal.close() }
}
