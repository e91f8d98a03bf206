/// What a destination will never take: kept with the reason, in a journal of its own, to look at and send again.
package final class DeadLetters: Sendable {
  private let directory: String
  private let files: any FileSystem
  private let clock: any Clock
  private let randomness: any Randomness
  private let vault: Vault
  /// The most bytes that are kept.
  private let most: Int
  // Most destinations never refuse anything; the folder is made for the first that does.
  private let journal = Locked<Journal?>(nil)

  package init(
    directory: String, files: any FileSystem, clock: any Clock, randomness: any Randomness,
    vault: Vault = .none, most: Int = .max
  ) {
    self.directory = directory
    self.files = files
    self.clock = clock
    self.randomness = randomness
    self.vault = vault
    self.most = most
  }

  /// Stores an event and why it was refused; then it may be settled.
  ///
  /// A crash in between stores it twice, under the same identifier.
  /// `context` is what the event shared with the others of its batch, a JSON object; empty when there is none.
  package func add(_ event: StoredEvent, _ rejection: Rejection, context: [UInt8]) throws {
    let moment = clock.now()
    var buffer = OutputBuffer(capacity: event.json.count + context.count + 512)
    buffer.appendZeros(Frame.headerSize)
    EventRecord(id: event.id, kind: event.kind, milliseconds: moment.wall).writeHeader(
      into: &buffer)
    buffer.append(#"{"reason":"#)
    buffer.appendJSON(rejection.reason)
    if let status = rejection.status {
      buffer.append(#","status":"#)
      buffer.appendJSON(Int64(status))
    }
    if let answer = rejection.answer {
      buffer.append(#","answer":"#)
      buffer.appendJSON(answer)
    }
    buffer.append(#","refusedAt":""#)
    buffer.appendTimestamp(milliseconds: moment.wall)
    buffer.append(#"""#)
    if !context.isEmpty {
      buffer.append(#","context":"#)
      buffer.append(context)
    }
    buffer.append(#","event":"#)
    event.json.withUnsafeBytes { buffer.append($0) }
    buffer.append(UInt8(ascii: "}"))
    let journal = try openJournal()
    guard case .stored = journal.append(&buffer, at: moment).outcome else {
      throw JournalError(.storage, path: directory)
    }
  }

  /// Ends what is written to, so that others may remove it when they are done with it.
  ///
  /// What is added afterwards begins anew.
  package func close() {
    journal.withLock { journal in
      journal?.close()
      journal = nil
    }
  }

  package func sync() throws { try journal.withLock { $0 }?.sync() }

  private func openJournal() throws -> Journal {
    try journal.withLock { journal in
      if let journal { return journal }
      var options = JournalOptions()
      options.flags = .deadLetter
      options.segmentBytes = min(options.segmentBytes, max(4_096, most / 16))
      // What is not stored is not settled: it need not wait in memory.
      options.spillBytes = 0
      options.sealer = EventSealer(vault)
      let opened = try Journal(
        directory: directory, files: files, clock: clock, randomness: randomness, options: options)
      journal = opened
      return opened
    }
  }
}

/// The cap.
extension DeadLetters {
  /// Letters that went, oldest first, to make room for those that came.
  struct PushedOut {
    /// The counters of the letters' account.
    var counters: Counters
    /// The newest of them.
    var ids: [EventID]
  }

  /// Removes the oldest until the rest fits; nil when all does, or when somebody works at the letters now.
  ///
  /// `destination`: the counters that the letters are part of. They follow those that are returned, at the latest with
  /// the next change: a crash in between counts no letter twice.
  func makeRoom(for destination: Counters) throws(FileError) -> PushedOut? {
    guard let journal = journal.withLock({ $0 }), journal.bytes > most else { return nil }
    try journal.refresh()
    let victims = victims(in: journal)
    guard !victims.isEmpty, let file = try CursorFile(directory + "/state", files: files) else {
      return nil
    }
    var marks = file.stored ?? Self.newMarks(journal)
    DeadLetterAccount.begin(&marks.counters, with: destination)
    let names = Set(victims.map(\.name))
    let staying = journal.segments().filter { !names.contains($0.name) }
    let places = Settlement.droppable(marks, victims.map(\.places))
    let letters = letters(at: places, in: journal, after: marks.settled)
    let number = DeadLetterAccount.number(
      letters: places.total, events: letters.events + places.total - letters.letters.count,
      staying: marks.pending(in: staying), deadLettered: destination.deadLettered)
    DeadLetterAccount.add(number, .pushedOut, to: &marks.counters)
    marks.settled.insert(places)
    try file.commit(marks, sync: .ordered)
    if file.stored == nil { try files.syncDirectory(directory) }
    _ = journal.reclaim(behind: [marks.settled])
    marks.retireLanes(
      except: Set(journal.segments().map(\.lane)).union(journal.unreadable.map(\.lane)))
    try? file.commit(marks, sync: nil)
    return PushedOut(
      counters: marks.counters, ids: letters.letters.suffix(RecentFates.capacity).map(\.id))
  }

  private func victims(in journal: Journal) -> [SegmentSummary] {
    var bytes = journal.bytes
    var victims: [SegmentSummary] = []
    for segment in journal.segments()
    where segment.state != .open && bytes > most - most / 16 {
      victims.append(segment)
      bytes -= segment.size
    }
    return victims.filter { $0.lastIndex >= $0.firstIndex }
  }

  /// Only these are read.
  private func letters(
    at places: [PositionRange], in journal: Journal, after settled: SettledSet
  ) -> DeadLetterContents {
    var others = settled
    var wanted = SettledSet()
    wanted.insert(places)
    for segment in journal.segments() where segment.lastIndex >= segment.firstIndex {
      for range in wanted.unsettled(in: segment.places) { others.insert(range) }
    }
    return DeadLetterContents(journal, after: others)
  }

  static func newMarks(_ journal: Journal) -> Cursor {
    var marks = Cursor()
    marks.join(journal.segments(), unreadable: Set(journal.unreadable.map(\.lane)))
    return marks
  }
}

extension SegmentSummary {
  /// Of one that has events.
  fileprivate var places: PositionRange {
    PositionRange(lane: lane, first: firstIndex, last: lastIndex)
  }
}
