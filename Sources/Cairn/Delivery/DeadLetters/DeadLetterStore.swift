/// The events that a destination rejected permanently, kept with the reason in a journal of their
/// own for inspection and replay.
package final class DeadLetterStore: Sendable {
  let directory: String
  let files: any FileSystem
  private let clock: any Clock
  private let randomness: any Randomness
  private let encryption: RecordEncryption
  /// The maximum number of bytes.
  let most: Int
  // Most destinations never reject an event, so the folder is made at the first rejection.
  let journal = Locked<Journal?>(nil)

  package init(
    directory: String, files: any FileSystem, clock: any Clock, randomness: any Randomness,
    encryption: RecordEncryption = .none, most: Int = .max
  ) {
    self.directory = directory
    self.files = files
    self.clock = clock
    self.randomness = randomness
    self.encryption = encryption
    self.most = most
  }

  /// Stores an event with the reason of its rejection, after which the event may be settled.
  ///
  /// A crash in between stores it twice, with the same identifier. `context` is the context that
  /// the event shared with the others of its batch, a JSON object; empty when there is none. On a
  /// full disk `makeRoom` is called, and if it returns true, storing is tried once more. Throws
  /// `FileError.noSpace` when there is still no space.
  package func add(
    _ event: StoredEvent, _ rejection: DeliveryRejection, context: [UInt8],
    makeRoom: () -> Bool = { false }
  ) throws {
    let journal = try openJournal()
    var problem = append(event, rejection, context, to: journal)
    if problem == .noSpace, makeRoom() {
      journal.retryNow()
      problem = append(event, rejection, context, to: journal)
    }
    guard let problem else { return }
    if problem == .noSpace {
      throw FileError(call: "write", path: directory, code: FileError.noSpace)
    }
    throw JournalError(.storage, path: directory)
  }

  /// Appends a letter; returns the problem that keeps it from being stored, or nil.
  private func append(
    _ event: StoredEvent, _ rejection: DeliveryRejection, _ context: [UInt8], to journal: Journal
  ) -> StorageProblem? {
    let moment = clock.now()
    var buffer = OutputBuffer(capacity: event.json.count + context.count + 512)
    buffer.appendZeros(RecordHeader.headerSize)
    EventRecord(id: event.id, kind: event.kind, time: moment.wall).writeHeader(
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
    buffer.appendTimestamp(moment.wall)
    buffer.append(#"""#)
    if !context.isEmpty {
      buffer.append(#","context":"#)
      buffer.append(context)
    }
    buffer.append(#","event":"#)
    event.json.withUnsafeBytes { buffer.append($0) }
    buffer.append(UInt8(ascii: "}"))
    switch journal.append(&buffer, at: moment).outcome {
    case .stored: return nil
    case .buffered(let problem), .refused(.storage, .some(let problem)): return problem
    case .refused: return .device
    }
  }

  /// Closes the current segment, so that other processes may remove it after its letters are gone.
  ///
  /// A later letter begins a new segment.
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
      // An event that is not stored is not settled, so it need not be kept in memory.
      options.spillBytes = 0
      options.encryptor = EventEncryptor(encryption)
      let opened = try Journal(
        directory: directory, files: files, clock: clock, randomness: randomness, options: options)
      journal = opened
      return opened
    }
  }
}
