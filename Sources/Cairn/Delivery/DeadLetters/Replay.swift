/// Appends dead letters to the journal again: the same events with the same identifiers, for one
/// destination alone.
struct Replay {
  let log: String
  let destination: String
  let files: any FileSystem
  let clock: any Clock
  let randomness: any Randomness
  let encryption: RecordEncryption

  /// Appends and syncs the events; returns those that are in the journal, and the error that
  /// stopped it.
  ///
  /// A letter that is stored twice is appended once. Each call writes a lane of its own, beside
  /// other writers.
  func append(_ letters: [DeadLetter]) throws -> (done: Set<EventID>, failure: DeadLetterError?) {
    var options = JournalOptions()
    // An event that is not stored is not done, so it need not be kept in memory.
    options.spillBytes = 0
    options.encryptor = EventEncryptor(encryption)
    let journal = try Journal(
      directory: log, files: files, clock: clock, randomness: randomness, options: options)
    defer { journal.close() }
    var done: Set<EventID> = []
    var failure: DeadLetterError?
    for letter in letters where !done.contains(letter.id) {
      let outcome = append(letter, to: journal)
      guard case .stored = outcome else {
        failure = .interrupted(destination, events: done.count, outcome.problem)
        break
      }
      done.insert(letter.id)
    }
    if !done.isEmpty { try journal.sync(.durable) }
    return (done, failure)
  }

  private func append(_ letter: DeadLetter, to journal: Journal) -> AppendResult.Outcome {
    var buffer = OutputBuffer(capacity: letter.event.count + 128)
    buffer.appendZeros(RecordHeader.headerSize)
    EventRecord(
      id: letter.id, kind: letter.kind, time: letter.recordedAt,
      audience: Audience(destination: destination)
    ).writeHeader(into: &buffer)
    buffer.append(letter.event)
    journal.setPreamble(letter.context)
    return journal.append(&buffer, at: clock.now()).outcome
  }
}

extension AppendResult.Outcome {
  fileprivate var problem: StorageProblem? {
    switch self {
    case .stored: nil
    case .buffered(let problem): problem
    case .refused(_, let problem): problem
    }
  }
}
