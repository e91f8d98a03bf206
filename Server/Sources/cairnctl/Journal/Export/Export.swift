import JournalInspection
import ToolSupport
import Cairn

/// Writes events as lines in the order of delivery, each once.
struct Export {
  /// The selection of events of a journal.
  enum Choice {
    case all
    /// The events that a destination has not settled.
    case pending(String)
    /// The events that a destination refused permanently.
    case dead(String)
  }

  let choice: Choice
  /// The range of the times of recording in milliseconds since 1970.
  let times: ClosedRange<Int64>
  let sink: ExportSink
  private(set) var events = 0
  private(set) var damaged = 0
  /// The number of events of a kind that this version does not know.
  private(set) var strange = 0
  private(set) var encrypted = 0
  private(set) var remarks: [String] = []
  private(set) var isComplete = true

  init(_ choice: Choice, times: ClosedRange<Int64>, into sink: ExportSink) {
    self.choice = choice
    self.times = times
    self.sink = sink
  }

  /// Returns whether the journal has the selected destination.
  func applies(to folder: JournalFolder) -> Bool {
    switch choice {
    case .all: true
    case .pending(let name), .dead(let name): folder.destinations.contains(name)
    }
  }

  /// Adds the events of one journal.
  mutating func add(_ folder: JournalFolder) throws {
    guard let journal = try log(of: folder).journal() else { return }
    for name in journal.unreadable {
      isComplete = false
      remarks.append("\(name.fileName): cannot be read; the later events of its lane are left out")
    }
    let segments = journal.segments()
    let bar = ProgressBar("export", total: segments.reduce(0) { $0 + $1.bytes })
    defer { bar.end() }
    var reader = JournalReader(journal)
    reader.read(after: try settled(folder, segments)) { item in
      switch item {
      case .damaged(let range): damaged += range.count
      case .event(_, let payload, _):
        bar.advance(by: RecordHeader.total(payload: payload.count))
        return write(payload)
      }
      return true
    }
    if let failure = reader.failure, journal.unreadable.isEmpty {
      isComplete = false
      remarks.append("\(failure)")
    }
  }

  private func log(of folder: JournalFolder) -> SegmentFolder {
    if case .dead(let name) = choice { folder.deadLetters(of: name) } else { folder.log }
  }

  /// Returns the settled events of the selected destination, or those of a destination that joins
  /// now.
  private mutating func settled(_ folder: JournalFolder, _ segments: [SegmentSummary]) throws
    -> SettledPositions
  {
    if case .pending(let name) = choice {
      if let cursor = try folder.cursor(of: name) { return cursor.settled }
      remarks.append(
        "dest/\(name)/state: no cursor can be read; delivery would begin at the oldest event")
    }
    if case .dead(let name) = choice, let marks = folder.marks(of: name) { return marks.settled }
    var cursor = Cursor()
    cursor.join(segments, gapsAreDamage: true)
    return cursor.settled
  }

  private mutating func write(_ payload: UnsafeRawBufferPointer) -> Bool {
    guard let record = EventRecord(payload) else {
      strange += 1
      return true
    }
    guard times.contains(record.time.milliseconds) else { return true }
    guard !record.isSealed else {
      encrypted += 1
      isComplete = false
      return true
    }
    events += 1
    return record.object(payload).withUnsafeBytes { sink.write(line: $0) }
  }

  /// The summary as a line for people.
  var summary: String {
    var text = "\(events.grouped) events exported, \(damaged.grouped) damaged"
    if strange > 0 { text += ", \(strange.grouped) of a kind unknown to this version" }
    if encrypted > 0 {
      text += ", \(encrypted.grouped) encrypted and left out; pass --key-file"
    }
    return text
  }
}
