/// What is needed to deliver to one destination: its cursor, the sealed body, the dead letters.
///
/// Only who has acquired the desk may work at it: one process at a time. Every step is one commit of the cursor. If it
/// fails nothing has happened, and the step may be done again.
package struct DeliveryDesk: Sendable {
  package let name: String
  package private(set) var cursor = Cursor()
  let place: DeskPlace
  private var file: CursorFile?
  /// The last commit of this process, or the last that it has read.
  private var generation: UInt64 = 0
  /// The commit that failed, and may be written all the same: the slot of the one before is surely on the disk, and
  /// shall not be the next to go.
  private var doubtful: UInt64?
  let syncs: Bool
  private let startingPoint: StartingPoint
  private var hasJoined = false
  /// What had been dropped when it first tried to begin.
  private var droppedBefore: [PositionRange]?
  /// Whether the cursor's file was made, and its name may be lost with the power.
  private var foldersAreUnsynced = false
  private var packer: Packer
  private let keys: BatchKeys
  /// Told before each commit; what is in the file beyond the cursor is not settled yet.
  var fates: RecentFates
  /// Told before each attempt and after it.
  package internal(set) var attempts: AttemptFile
  /// How many events were chosen for the last batch, whether or not it could be sealed.
  package private(set) var chosen = 0
  /// That the batch under way was handed to the system's uploader.
  package internal(set) var upload: UploadName?
  /// What is in a sealed batch, by its key, which never stands for other events.
  var known: (key: BatchKey, contents: Packer.Contents)?
  /// A sealed body for whose file there was no room.
  private var unstored: (key: BatchKey, body: [UInt8])?
  /// Which events of a sealed batch are among the dead letters, while that is not settled.
  var lettered: (key: BatchKey, places: Set<Int>)?

  package init(
    _ name: String, _ place: DeskPlace, syncs: Bool, keys: BatchKeys,
    from startingPoint: StartingPoint = .oldest
  ) {
    self.name = name
    self.place = place
    self.syncs = syncs
    self.keys = keys
    self.startingPoint = startingPoint
    packer = Packer(place.journal, for: name)
    fates = place.recent
    attempts = place.attempts
    // A new destination begins now, and not when it first delivers. If it cannot, it tries again then.
    do throws(FileError) {
      if try !acquire() { read() }
    } catch {
      read()
      joinWithoutFile()
    }
    // Whatever kept it from beginning, it answers for what is dropped later.
    droppedBefore = droppedBefore ?? place.journal.drops.map(\.range)
    release()
    place.reclaimer.register(name, cursor.settled)
    pin()
  }

  package var isAcquired: Bool { file != nil }

  /// Takes the destination; false when another process is delivering to it.
  ///
  /// What that one has done since is read.
  package mutating func acquire() throws(FileError) -> Bool {
    guard file == nil else { return true }
    try place.makeFolder()
    guard let file = try CursorFile(place.cursorPath, files: place.files) else {
      read()
      // What the other one has under way no cap of this process removes.
      pin()
      return false
    }
    // Lanes that are gone must not be taken for lanes that cannot be seen, nor those that were begun a moment ago.
    try place.journal.refresh()
    try place.journal.refreshDrops()
    try confirm(file)
    if file.stored == nil || file.generation != generation { try load(file) }
    self.file = file
    pin()
    try takeDrops()
    cursor.retireLanes(except: place.presentLanes)
    return true
  }

  /// A commit that failed and is written all the same is written again: what may not survive a loss of power is not acted
  /// upon, so that no batch is sent that the cursor may forget, and nothing is removed that it may need again.
  private mutating func confirm(_ file: CursorFile) throws(FileError) {
    if let number = doubtful, number == file.generation {
      file.skipSlot()
      do throws(FileError) {
        if syncs, let stored = file.stored { try file.commit(stored, sync: .durable) }
      } catch {
        // Two more when it was written again, but not confirmed.
        if file.generation > number + 1 { doubtful = file.generation }
        throw error
      }
    }
    doubtful = nil
  }

  /// Ends what it writes to.
  package func close() { place.deadLetters.close() }

  /// Lets others deliver.
  package mutating func release() {
    attempts.end(isCancelled: true)
    file = nil
  }

  private mutating func load(_ file: CursorFile) throws(FileError) {
    if let stored = file.stored {
      cursor = stored
    } else {
      if generation == 0, !hasJoined { join() }
      try begin(file)
    }
    generation = file.generation
    if known?.key != cursor.inFlight?.key { forgetContents() }
    place.bodies.removeAll(except: cursor.inFlight?.key)
    place.uploads.removeAll(except: cursor.inFlight?.key)
    upload = cursor.inFlight.flatMap { place.uploads.find($0.key) }
  }

  /// Without this commit it begins at the oldest event again, which loses nothing; but a new beginning at what is then
  /// the newest would pass over what was recorded in between.
  private mutating func begin(_ file: CursorFile) throws(FileError) {
    let mustLast = syncs && startingPoint == .now
    foldersAreUnsynced = syncs
    try file.commit(cursor, sync: mustLast ? .durable : nil)
    if mustLast { try syncFolders() }
  }

  /// What is recorded from now on is its own, also when that cannot be written down yet.
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
      // Once: what is recorded after this is its own, whether or not this can be written down.
      hasJoined = true
      cursor.joinNow(segments)
      cursor.join(after: before)
    }
  }

  /// What another process has done, as far as it can be read.
  private mutating func read() {
    if let stored = try? CursorFile.read(place.cursorPath, files: place.files) { cursor = stored }
  }

  /// Chooses, seals and commits the next batch; nil when there is nothing to deliver.
  package mutating func pack(
    for destination: any Destination, atMost most: Int?, at moment: Moment
  ) throws(FileError) -> Selection? {
    var limits = destination.limits
    limits.events = min(limits.events, most ?? .max)
    try takeDrops()
    while true {
      let selection = select(for: destination, limits)
      if try takeDropsSeen(in: selection) { continue }
      guard selection.events.isEmpty else {
        chosen = selection.events.count
        try seal(selection, for: destination, at: moment)
        return selection
      }
      try passOver(selection)
      guard selection.isCut else { return nil }
    }
  }

  private mutating func select(
    for destination: any Destination, _ limits: BatchLimits
  ) -> Selection {
    let interest = destination.interest
    return packer.select(
      after: cursor.settled, limits, mixesContexts: destination.mixesContexts,
      accepts: { interest.contains($0.kind) && destination.accepts($0) })
  }

  /// Settles what the destination is not for, up to the first event that it is for.
  package mutating func passOver(for destination: any Destination) throws(FileError) {
    guard cursor.inFlight == nil else { return }
    while true {
      let selection = select(for: destination, BatchLimits(events: 1))
      if try takeDropsSeen(in: selection) { continue }
      let isNew = !selection.filtered.isEmpty || !selection.damaged.isEmpty
      try passOver(selection)
      guard isNew, selection.isCut, selection.events.isEmpty else { return }
    }
  }

  private mutating func passOver(_ selection: Selection) throws(FileError) {
    guard !selection.filtered.isEmpty || !selection.damaged.isEmpty else { return }
    var next = cursor
    Settlement.seal(&next, selection, nil)
    fates.add(selection.fates)
    try commit(next)
    reclaim()
  }

  private mutating func seal(
    _ selection: Selection, for destination: any Destination, at moment: Moment
  ) throws(FileError) {
    let key = keys.next(wall: moment.wall)
    let plain = destination.seal(selection.events, context: selection.context)
    let body = try place.bodies.stored(plain, key: key)
    let batch = SealedBatch(
      key: key, bodyHash: BodyStore.hash(body),
      bodyLength: UInt32(clamping: body.count),
      sealedAt: moment.wall, ranges: selection.positions)
    var next = cursor
    Settlement.seal(&next, selection, batch)
    do throws(FileError) {
      unstored = try write(body, batch.key) ? nil : (key, plain)
      if unstored != nil { try syncEvents(at: batch.ranges) }
      // On the disk before it is sent: a batch that arrived is never sealed again under another key.
      try syncFolders()
      fates.add(selection.fates)
      try commit(next, .durable)
    } catch {
      if !mayBeSealed(batch.key) { place.bodies.remove(batch.key) }
      throw error
    }
    known = (key, selection.contents)
  }

  /// A commit that failed may be written all the same, and then names the body.
  private func mayBeSealed(_ key: BatchKey) -> Bool {
    do throws(FileError) {
      return try CursorFile.read(place.cursorPath, files: place.files)?.inFlight?.key == key
    } catch {
      return true
    }
  }

  private mutating func syncFolders() throws(FileError) {
    guard foldersAreUnsynced else { return }
    for folder in place.folders { try place.files.syncDirectory(folder) }
    foldersAreUnsynced = false
  }

  /// False when there is no room for a body that can be made again.
  ///
  /// For one that is encrypted, which nobody can make again, what was kept free is given up.
  private func write(_ body: [UInt8], _ key: BatchKey) throws(FileError) -> Bool {
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

  /// A body without a file can be made again for as long as its events are there.
  private func syncEvents(at places: [PositionRange]) throws(FileError) {
    guard syncs else { return }
    // As with a body's file: another process may have made the cursor's.
    for folder in place.folders { try place.files.syncDirectory(folder) }
    try place.journal.syncOthers(at: places)
    do throws(JournalError) {
      try place.journal.sync()
    } catch {
      throw FileError(call: "sync", path: place.journal.directory, code: FileError.inputOutput)
    }
  }

  /// What has no file, as it was sealed: kept, or made again, also after a crash; nil when that comes to something else.
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
    // Nobody knows whether the seal would survive a loss of power, nor its events.
    try syncEvents(at: sealed.ranges)
    if syncs { try commit(cursor, .durable) }
    unstored = (sealed.key, body)
    return body
  }

  /// The sealed batch, to be sent; nil when its body is gone and cannot be made again, and then it is no longer sealed.
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
      milliseconds: moment.wall)
  }

  /// What is in a sealed batch; read again when it is not known.
  ///
  /// What is damaged is gone; what cannot be read now is waited for.
  mutating func contents(of batch: SealedBatch) throws(FileError) -> Packer.Contents {
    if let known, known.key == batch.key { return known.contents }
    let contents = packer.contents(at: batch.ranges, after: cursor.settled)
    if contents.events.count < batch.ranges.total, let failure = packer.failure(at: batch.ranges) {
      throw failure
    }
    known = (batch.key, contents)
    return contents
  }

  /// Gives up what is not settled of these places and not under way; what is in a sealed batch is delivered.
  package mutating func drop(_ ranges: [PositionRange], _ reason: DropReason) throws(FileError) {
    try takeDrops()
    // Others may have removed a lane since it was chosen: what is settled and forgotten must not be counted again.
    let present = place.presentLanes
    let parts = Settlement.droppable(cursor, ranges.filter { present.contains($0.lane) })
    guard !parts.isEmpty else { return }
    var next = cursor
    Settlement.drop(&next, parts, reason)
    let dropped = EventsAtPlaces(parts, in: place.journal, after: cursor.settled).ids
    fates.add(dropped.map { FateEntry($0, .dropped(reason)) })
    try commit(next, .ordered)
    // Whoever asked removes the segments, when all destinations have been asked.
    place.reclaimer.register(name, cursor.settled)
  }

  /// Removes what every destination is done with.
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
      // It may be written all the same: what holds is what the file says when it is next taken.
      self.file = nil
      doubtful = generation + 1
      throw error
    }
    generation = file.generation
    cursor = next
    pin()
  }
}

extension Selection {
  /// What is settled by being passed over.
  fileprivate var fates: [FateEntry] {
    unwanted.map { FateEntry($0, .filtered) } + damaged.map(FateEntry.init(damaged:))
  }
}
