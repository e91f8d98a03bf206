/// The state for deliveries to one destination: its cursor, the sealed body, the dead letters.
///
/// It may only be used while it is acquired, by one process at a time. Every step is one commit of
/// the cursor. If the commit fails, nothing has happened and the step can be repeated.
package struct DeliveryStore: Sendable {
  package let name: String
  package private(set) var cursor = Cursor()
  let place: DestinationFolder
  private var file: CursorFile?
  /// The generation of the last commit that this process has made or read.
  private var generation: UInt64 = 0
  /// The generation of a failed commit that may have been written; the slot before it is certainly
  /// on the disk, and must not be overwritten next.
  private var doubtful: UInt64?
  let syncs: Bool
  private let startingPoint: StartingPoint
  private var hasJoined = false
  /// The positions that had been dropped at the first attempt to join.
  private var droppedBefore: [PositionRange]?
  /// Whether the cursor's file is new, so that a loss of power may remove its name.
  private var foldersAreUnsynced = false
  var builder: BatchBuilder
  let keys: BatchKeys
  /// Written before each commit; entries beyond the cursor are not settled yet.
  var dispositions: RecentDispositions
  /// The file in which each attempt is marked.
  package internal(set) var attempts: AttemptFile
  /// The number of events selected for the last batch, whether or not it could be sealed.
  package internal(set) var chosen = 0
  /// Whether there were more events than the last batch has.
  var isCut = false
  /// The next batch, selected and encoded while the one before is in flight.
  var readAhead: ReadAheadBatch?
  /// The hand-over of the batch in flight to the system's uploader.
  package internal(set) var upload: UploadName?
  /// The contents of a sealed batch, by its key, which never stands for other events.
  var known: (key: BatchKey, contents: BatchBuilder.Contents)?
  /// A sealed body for whose file there was no room.
  var unstored: (key: BatchKey, body: [UInt8])?
  /// The events of a sealed batch that are already stored as dead letters but not settled.
  var lettered: (key: BatchKey, places: Set<Int>)?

  package init(
    _ name: String, _ place: DestinationFolder, syncs: Bool, keys: BatchKeys,
    from startingPoint: StartingPoint = .oldest
  ) {
    self.name = name
    self.place = place
    self.syncs = syncs
    self.keys = keys
    self.startingPoint = startingPoint
    builder = BatchBuilder(place.journal, for: name)
    dispositions = place.recent
    attempts = place.attempts
    // A new destination joins now, not at its first delivery; if it cannot, it tries again then.
    do throws(FileError) {
      if try !acquire() { read() }
    } catch {
      read()
      joinWithoutFile()
    }
    // Even if it could not join, it accounts for events that are dropped later.
    droppedBefore = droppedBefore ?? place.journal.drops.map(\.range)
    release()
    place.reclaimer.register(name, cursor.settled)
    pin()
  }

  package var isAcquired: Bool { file != nil }

  /// Acquires the lease of the destination; returns false when another process is delivering to it.
  ///
  /// The state that the other process has committed since is read.
  package mutating func acquire() throws(FileError) -> Bool {
    guard file == nil else { return true }
    try place.makeFolder()
    guard let file = try CursorFile(place.cursorPath, files: place.files) else {
      read()
      // Events that the other process has in flight are not dropped by limits of this process.
      pin()
      return false
    }
    // Listed first, to tell lanes that are gone from those that are new or cannot be read.
    try place.journal.refresh()
    try place.journal.refreshDrops()
    try confirm(file)
    if file.stored == nil || file.generation != generation { try load(file) }
    self.file = file
    pin()
    try takeDrops()
    if !place.isMerging { cursor.retireLanes(except: place.presentLanes) }
    return true
  }

  /// Repeats a failed commit that was written, because nothing that depends on it may be sent or
  /// removed before it is durable.
  private mutating func confirm(_ file: CursorFile) throws(FileError) {
    if let number = doubtful, number == file.generation {
      file.skipSlot()
      do throws(FileError) {
        if syncs, let stored = file.stored { try file.commit(stored, sync: .durable) }
      } catch {
        // The generation is two higher when the cursor was written again but not confirmed.
        if file.generation > number + 1 { doubtful = file.generation }
        throw error
      }
    }
    doubtful = nil
  }

  /// Closes the dead letters.
  package func close() { place.deadLetters.close() }

  /// Releases the lease.
  package mutating func release() {
    attempts.end(isCancelled: true)
    readAhead = nil
    file = nil
  }

  private mutating func load(_ file: CursorFile) throws(FileError) {
    if let stored = file.stored {
      cursor = stored
    } else {
      // The app merges the cursor that it has moved away: its counters must not be added twice.
      if place.mayBeMoved, generation > 0 {
        (cursor, generation, hasJoined, droppedBefore) = (Cursor(), 0, false, nil)
      }
      if generation == 0, !hasJoined { join() }
      try begin(file)
    }
    generation = file.generation
    if known?.key != cursor.inFlight?.key { forgetContents() }
    place.bodies.removeAll(except: cursor.inFlight?.key)
    place.uploads.removeAll(except: cursor.inFlight?.key)
    upload = cursor.inFlight.flatMap { place.uploads.find($0.key) }
  }

  /// Commits the first cursor, durably if it starts at the newest event: joining there again later
  /// would skip the events in between.
  private mutating func begin(_ file: CursorFile) throws(FileError) {
    let mustLast = syncs && startingPoint == .now
    foldersAreUnsynced = syncs
    try file.commit(cursor, sync: mustLast ? .durable : nil)
    if mustLast { try syncFolders() }
  }

  /// Joins in memory, so that events recorded from now on belong to the destination.
  private mutating func joinWithoutFile() {
    guard startingPoint == .now, cursor == Cursor() else { return }
    join()
  }

  private mutating func join() {
    let segments = place.journal.segments()
    let drops = place.journal.drops
    let before = droppedBefore ?? drops.map(\.range)
    droppedBefore = before
    switch startingPoint {
    case .oldest:
      cursor.join(after: before)
      cursor.take(drops)
      cursor.join(segments, unreadable: place.unreadableLanes)
    case .now:
      // Joined once: later events belong to it, even if the cursor cannot be stored.
      hasJoined = true
      cursor.joinNow(segments)
      cursor.join(after: before)
    }
  }

  /// Reads what another process has committed, if it can be read.
  private mutating func read() {
    if let stored = try? CursorFile.read(place.cursorPath, files: place.files) { cursor = stored }
  }

  /// Returns whether a failed commit, which names the body, may have been written.
  func mayBeSealed(_ key: BatchKey) -> Bool {
    do throws(FileError) {
      return try CursorFile.read(place.cursorPath, files: place.files)?.inFlight?.key == key
    } catch {
      return true
    }
  }

  mutating func syncFolders() throws(FileError) {
    guard foldersAreUnsynced else { return }
    for folder in place.folders { try place.files.syncDirectory(folder) }
    foldersAreUnsynced = false
  }

  /// Writes a body; without room, returns false if it can be made again, or else removes the
  /// ballast and tries again.
  func write(_ body: [UInt8], _ key: BatchKey) throws(FileError) -> Bool {
    do throws(FileError) {
      try place.bodies.write(body, key: key, sync: syncs)
    } catch {
      place.bodies.remove(key)
      guard StorageProblem(error) == .noSpace else { throw error }
      if !place.bodies.areEncrypted { return false }
      guard place.ballast.giveUp() else { throw error }
      try place.bodies.write(body, key: key, sync: syncs)
    }
    return true
  }

  /// Syncs the events of a body without a file, from which it can be made again.
  func syncEvents(at places: [PositionRange]) throws(FileError) {
    guard syncs else { return }
    // As for a body's file: another process may have made the cursor's file.
    for folder in place.folders { try place.files.syncDirectory(folder) }
    try place.journal.syncOthers(at: places)
    do throws(JournalError) {
      try place.journal.sync()
    } catch {
      throw FileError(call: "sync", path: place.journal.directory, code: FileError.inputOutput)
    }
  }

  /// Returns a body without a file, kept or made again; nil when the result differs from the seal.
  private mutating func bodyWithoutFile(
    _ sealed: SealedBatch, for destination: any Destination
  ) throws(FileError) -> [UInt8]? {
    if let unstored, unstored.key == sealed.key { return unstored.body }
    guard !place.bodies.areEncrypted else { return nil }
    let contents = try contents(of: sealed)
    guard contents.events.count == sealed.ranges.total else { return nil }
    let body = destination.seal(contents.events, context: contents.context)
    guard sealed.bodyLength == UInt32(clamping: body.count),
      sealed.bodyHash == BodyStore.hash(body)
    else { return nil }
    // It is unknown whether the seal and its events survive a loss of power.
    try syncEvents(at: sealed.ranges)
    if syncs { try commit(cursor, .durable) }
    unstored = (sealed.key, body)
    return body
  }

  /// Returns the sealed batch; without its body, unseals it and returns nil.
  package mutating func batch(
    for destination: any Destination, at moment: Moment
  ) throws(FileError) -> Batch? {
    guard let sealed = cursor.inFlight else { return nil }
    var body = try place.bodies.read(sealed)
    if body == nil { body = try bodyWithoutFile(sealed, for: destination) }
    guard let body else {
      try unseal()
      return nil
    }
    let contents = try contents(of: sealed)
    return Batch(
      key: sealed.key.uuid, events: contents.events, body: body, attempt: Int(sealed.attempts),
      milliseconds: moment.wall.milliseconds)
  }

  /// Returns the contents of a sealed batch, without damaged events; throws if any cannot be read
  /// now.
  mutating func contents(of batch: SealedBatch) throws(FileError) -> BatchBuilder.Contents {
    if let known, known.key == batch.key { return known.contents }
    let contents = builder.contents(at: batch.ranges, after: cursor.settled)
    if contents.events.count < batch.ranges.total, let failure = builder.failure(at: batch.ranges) {
      throw failure
    }
    known = (batch.key, contents)
    return contents
  }

  /// Drops the unsettled events at these positions, except those of a sealed batch.
  package mutating func drop(_ ranges: [PositionRange], _ reason: DropReason) throws(FileError) {
    try takeDrops()
    // A lane may be gone since the selection; what was settled of it must not be counted again.
    let present = place.presentLanes
    let parts = Settlement.droppable(cursor, ranges.filter { present.contains($0.lane) })
    guard !parts.isEmpty else { return }
    var next = cursor
    Settlement.drop(&next, parts, reason)
    let dropped = DroppedEventIDs(parts, in: place.journal, after: cursor.settled).ids
    dispositions.add(dropped.map { DispositionEntry($0, .dropped(reason)) })
    try commit(next, .ordered)
    // The caller removes the segments after all destinations have dropped the events.
    place.reclaimer.register(name, cursor.settled)
  }

  /// Removes segments that every destination has settled.
  package func reclaim() {
    if place.reclaimer.update(name, cursor.settled) { place.ballast.take() }
  }

  mutating func forgetContents() { (known, unstored) = (nil, nil) }

  mutating func unseal() throws(FileError) {
    let key = cursor.inFlight?.key
    var next = cursor
    Settlement.unseal(&next)
    try commit(next)
    forgetContents()
    if let key { place.bodies.remove(key) }
    forgetUpload()
  }

  mutating func commit(
    _ next: Cursor, _ strength: SyncStrength = .ordered
  ) throws(FileError) {
    guard let file else {
      throw FileError(call: "commit", path: place.cursorPath, code: FileError.busy)
    }
    do throws(FileError) {
      try file.commit(next, sync: syncs ? strength : nil)
    } catch {
      // It may have been written all the same; the next acquisition reads what the file contains.
      self.file = nil
      doubtful = generation + 1
      throw error
    }
    generation = file.generation
    cursor = next
    pin()
  }
}
