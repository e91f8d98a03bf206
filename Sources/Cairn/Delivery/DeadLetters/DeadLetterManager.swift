/// The dead letters of a destination, which can be inspected, replayed into the journal, or
/// discarded.
///
/// Any process may use it, beside the one that delivers. To replay, the events are appended to the
/// journal in a lane of their own, for this destination alone, and synced. Then the letters are
/// marked as gone, and finally the destination's counters are updated. A crash in between may
/// replay an event twice, with the same identifier, and loses none.
package struct DeadLetterManager: Sendable {
  /// The result of a change.
  package struct Report: Equatable, Sendable {
    /// The number of events that were replayed or discarded.
    package var events = 0
    /// The number of events that are left.
    package var remaining = 0

    package init(events: Int = 0, remaining: Int = 0) {
      self.events = events
      self.remaining = remaining
    }
  }

  /// The time to wait for a destination that is in use.
  package static let patience: Milliseconds = .seconds(10)
  private static let pause: Milliseconds = .milliseconds(50)

  /// The destination, by the name of its folder.
  package let destination: String
  private let folder: String
  private let files: any FileSystem
  private let clock: any Clock
  private let randomness: any Randomness
  private let encryption: RecordEncryption

  /// Creates a manager; `folder` is the journal's, which contains `log` and `dest`.
  package init(
    _ folder: String, destination: String, files: any FileSystem, clock: any Clock,
    randomness: any Randomness, encryption: RecordEncryption = .none
  ) {
    self.folder = folder
    self.destination = destination
    self.files = files
    self.clock = clock
    self.randomness = randomness
    self.encryption = encryption
  }

  private var directory: String { "\(folder)/dest/\(destination)/dead" }
  private var cursorPath: String { "\(folder)/dest/\(destination)/state" }
  private var marksPath: String { directory + "/state" }

  /// Returns the current contents; changes nothing.
  package func contents() throws(FileError) -> DeadLetterContents {
    guard try hasLetters() else { return DeadLetterContents() }
    let journal = try openLetters()
    return DeadLetterContents(journal, after: try marks(journal).settled)
  }

  /// Whether a crash kept the destination's counters from being updated; the next change updates
  /// them.
  package var isAccountBehind: Bool {
    guard let marks = try? CursorFile.read(marksPath, files: files),
      let cursor = try? CursorFile.read(cursorPath, files: files)
    else { return false }
    var counters = cursor.counters
    DeadLetterAccount.settle(&counters, to: marks.counters)
    return counters != cursor.counters
  }

  /// Returns the cursor of the letters that are gone.
  private func marks(_ journal: Journal) throws(FileError) -> Cursor {
    do throws(FileError) {
      if let marks = try CursorFile.read(marksPath, files: files) { return marks }
    } catch {
      guard error.code == FileError.missing else { throw error }
    }
    return DeadLetterStore.newMarks(journal)
  }

  private func hasLetters() throws(FileError) -> Bool {
    do throws(FileError) {
      return try files.list(directory).contains { SegmentName($0) != nil }
    } catch {
      if error.code == FileError.missing { return false }
      throw error
    }
  }

  private func openLetters() throws(FileError) -> Journal {
    var options = JournalOptions()
    options.encryptor = EventEncryptor(encryption)
    return try Journal(
      directory: directory, files: files, clock: clock, randomness: randomness, options: options)
  }

  /// Appends the chosen events to the journal again, for this destination alone.
  package func replay(_ isChosen: (DeadLetter) -> Bool) async throws -> Report {
    try await change(.replayed) { Change(letters: $0.letters.filter(isChosen)) }
  }

  /// Discards the chosen events, and on request those that can no longer be read.
  package func discard(
    includingDamaged: Bool = false, _ isChosen: (DeadLetter) -> Bool
  ) async throws -> Report {
    try await change(.discarded) { contents in
      Change(
        letters: contents.letters.filter(isChosen),
        damaged: includingDamaged ? contents.damaged : [])
    }
  }

  /// Letters that are removed.
  private struct Change {
    var letters: [DeadLetter]
    var damaged: [PositionRange] = []

    var events: Int { Set(letters.map(\.id)).count + damaged.total }

    var places: [PositionRange] {
      var places: [PositionRange] = []
      for letter in letters { places.append(letter.position) }
      return places + damaged
    }
  }

  private func change(
    _ disposition: DeadLetterAccount.Disposition, choose: (DeadLetterContents) -> Change
  ) async throws -> Report {
    guard try hasLetters() else { return Report() }
    let marksFile = try await taken(marksPath)
    // While this lock is held, no event is rejected and no letter is added.
    let cursorFile = try await takenCursor()
    guard var cursor = cursorFile.stored else { throw DeadLetterError.noCursor(destination) }
    let journal = try openLetters()
    var marks = marksFile.stored ?? DeadLetterStore.newMarks(journal)
    DeadLetterAccount.begin(&marks.counters, with: cursor.counters)
    DeadLetterAccount.settle(&cursor.counters, to: marks.counters)
    var change = choose(DeadLetterContents(journal, after: marks.settled))
    try checkRoom(marks, change)
    let failure = disposition == .replayed ? try putBack(&change) : nil
    marks.settled.insert(change.places)
    let rest = DeadLetterContents(journal, after: marks.settled)
    let number = DeadLetterAccount.number(
      letters: change.places.total, events: change.events,
      staying: rest.letters.count + rest.damaged.total,
      deadLettered: cursor.counters.deadLettered)
    DeadLetterAccount.add(number, disposition, to: &marks.counters)
    var recent = RecentDispositions("\(folder)/dest/\(destination)", files: files)
    recent.add(
      change.letters.map { DispositionEntry($0.id, Disposition(disposition)) }, syncs: true)
    try marksFile.commit(marks, sync: .durable)
    if marksFile.stored == nil { try files.syncDirectory(directory) }
    DeadLetterAccount.settle(&cursor.counters, to: marks.counters)
    try cursorFile.commit(cursor, sync: .durable)
    reclaim(journal, &marks, marksFile)
    if let failure { throw failure }
    return Report(events: change.events, remaining: rest.events + rest.damaged.total)
  }

  /// Checks, before anything is changed, that the result can be stored.
  private func checkRoom(_ marks: Cursor, _ change: Change) throws {
    var next = marks
    next.settled.insert(change.places)
    guard next.encoded().count <= CursorFile.mostSlotSize - DoubleSlotFile.headerSize else {
      throw DeadLetterError.tooScattered(destination)
    }
  }

  /// Removes the letters that the journal did not accept from the change; returns the reason if
  /// there are any.
  private func putBack(_ change: inout Change) throws -> DeadLetterError? {
    guard !change.letters.isEmpty else { return nil }
    let replay = Replay(
      log: folder + "/log", destination: destination, files: files, clock: clock,
      randomness: randomness, encryption: encryption)
    let (done, failure) = try replay.append(change.letters)
    change.letters.removeAll { !done.contains($0.id) }
    return failure
  }

  private func reclaim(_ journal: Journal, _ marks: inout Cursor, _ file: CursorFile) {
    guard !journal.reclaim(behind: [marks.settled]).isEmpty else { return }
    marks.retireLanes(
      except: Set(journal.segments().map(\.lane)).union(journal.unreadable.map(\.lane)))
    // An error is ignored, because an entry for a lane that is gone does no harm.
    try? file.commit(marks, sync: .ordered)
  }

  /// Takes the lock of the file, for which it may have to wait.
  private func taken(_ path: String) async throws -> CursorFile {
    let deadline = clock.now().continuous + Self.patience
    while true {
      if let file = try CursorFile(path, files: files) { return file }
      let now = clock.now().continuous
      guard now < deadline else { throw DeadLetterError.busy(destination) }
      try await clock.sleep(untilContinuous: min(now + Self.pause, deadline))
    }
  }

  /// Takes the lock of the destination's cursor, which is not created here.
  private func takenCursor() async throws -> CursorFile {
    do throws(FileError) {
      _ = try CursorFile.read(cursorPath, files: files)
    } catch {
      if error.code == FileError.missing { throw DeadLetterError.noCursor(destination) }
      throw error
    }
    return try await taken(cursorPath)
  }
}

extension Disposition {
  fileprivate init(_ disposition: DeadLetterAccount.Disposition) {
    switch disposition {
    case .replayed: self = .replayed
    case .discarded: self = .dropped(.discarded)
    case .pushedOut: self = .dropped(.deadLettersFull)
    }
  }
}
