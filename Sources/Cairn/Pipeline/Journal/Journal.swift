/// The durable, append-only log that events are in from the moment `track()` returns until they are settled.
///
/// It holds opaque bytes: payloads in, positions out. Each opening writes segments of its own, in a lane of its own, and
/// only reads those of others. Safe to call from any thread; `append` costs one system call under one lock.
package final class Journal: Sendable {
  package let directory: String
  let files: any FileSystem
  let clock: any Clock
  let randomness: any Randomness
  /// Tells this start of the machine from others; 0 where nothing does.
  package let bootSession: UInt64
  let sealer: (any PayloadSealer)?
  /// Where interactions are, as whoever records has said.
  package let interactions: MarkedPlaces
  let commits = GroupCommit()
  let state: Locked<JournalState>
  /// Held by whoever looks at the folder: one at a time.
  let refreshes = Locked(())

  /// Reads what is there and writes nothing.
  ///
  /// A folder that cannot be reached for a reason that passes is waited for: events are kept in memory until then.
  package init(
    directory: String, files: any FileSystem, clock: any Clock, randomness: any Randomness,
    options: JournalOptions = JournalOptions()
  ) throws(FileError) {
    var findings = Recovery.Findings()
    var trouble: StorageTrouble?
    do throws(FileError) {
      try files.makeDirectory(directory)
      findings = try Recovery(directory: directory, files: files).run()
    } catch {
      guard StorageProblem(error).passes else { throw error }
      trouble = StorageTrouble(StorageProblem(error), at: clock.now())
    }
    self.directory = directory
    self.files = files
    self.clock = clock
    self.randomness = randomness
    sealer = options.sealer
    bootSession = BootSession.identifier(files)
    var lane = LaneWriter(
      LaneID(randomness), ordinal: trouble == nil ? findings.nextOrdinal : 0,
      bootSession: bootSession, directory: directory, files: files, options: options)
    lane.trouble = trouble
    interactions = MarkedPlaces(lane.lane)
    state = Locked(
      JournalState(lane: lane, others: findings.segments, unreadable: findings.unreadable))
  }

  deinit { LivingLanes.remove(state.withLock { $0.ownLanes }, in: directory) }

  /// Who writes here: the lane of this opening.
  package var lane: LaneID { state.withLock { $0.lane.lane } }

  /// Appends an event: the buffer holds `Frame.headerSize` free bytes and the payload.
  ///
  /// What is stored survives the death of the process.
  package func append(_ buffer: inout OutputBuffer, at moment: Moment) -> Appended {
    let length = buffer.count - Frame.headerSize
    guard length <= Frame.maximumPayload else { return Appended(.refused(.tooLarge)) }
    return state.withLock { state in
      guard !state.isClosed else { return Appended(.refused(.closed)) }
      let room = state.room(for: buffer.count, at: moment)
      guard room != .none else { return Appended(.refused(.full), needs: .room) }
      var appended = state.lane.append(&buffer, at: moment)
      if room == .little { appended.needs.insert(.room) }
      return appended
    }
  }

  /// Writes down that events were dropped, before they are.
  ///
  /// What cannot be written is known to the cursors all the same.
  package func note(_ drop: DropNote) {
    state.withLock { state in state.lane.append(drop, at: clock.now()) }
  }

  /// The bytes that hold for the last events.
  package var preamble: [UInt8] { state.withLock { $0.lane.preamble } }

  /// Sets the bytes that hold for all events from now on.
  ///
  /// A change begins a new segment.
  package func setPreamble(_ preamble: [UInt8]) {
    state.withLock { $0.lane.setPreamble(preamble, at: clock.now()) }
  }

  /// Begins a new segment with the next event: what the last one says of all its events no longer holds.
  package func beginSegment() { state.withLock { $0.lane.beginSegment() } }

  /// Asks a disk that refused again, now.
  package func retryNow() {
    state.withLock { state in
      if !state.isClosed { try? state.lane.retry(at: clock.now()) }
    }
  }

  /// Asks a disk that refused again, if it is time.
  ///
  /// When to ask next, by the continuous clock; nil when all is written.
  package func retry() -> Int64? {
    state.withLock { state in
      state.lane.recover(at: clock.now())
      return state.isClosed ? nil : state.lane.trouble?.retryAt
    }
  }

  /// Whether a sync is due that nobody was told of: whoever asks sees to it.
  func announceSync() -> Bool {
    state.withLock { !$0.isClosed && $0.lane.announceSync() }
  }

  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// What waits in memory, and why.
  package var spill: (events: Int, problem: StorageProblem?) {
    state.withLock { ($0.lane.spill.count, $0.lane.trouble?.problem) }
  }

  /// How many bytes of memory are allocated for what waits there.
  package var memoryOfHeld: Int { state.withLock { $0.lane.spill.allocated } }

  /// Ends the lane: writes the last record of its last segment.
  ///
  /// What is appended afterwards is refused.
  package func close() {
    state.withLock { state in
      guard !state.isClosed else { return }
      try? state.lane.retry(at: clock.now(), isLast: true)
      state.lane.end(.laneEnded)
      state.drops.close()
      state.isClosed = true
    }
  }

  /// Closes the segment that is written to when its last event is so old, so that it can be dropped.
  package func endSegment(olderThan age: Int64?) {
    let now = clock.now()
    state.withLock { state in
      guard let age, let active = state.lane.active, active.events > 0,
        let created = active.header?.created.continuous,
        now.continuous - created - Int64(active.ticks) > age
      else { return }
      try? state.lane.roll(at: now)
    }
  }
}
