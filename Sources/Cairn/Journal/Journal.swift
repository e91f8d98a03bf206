/// The durable, append-only log that holds events from the moment `track()` returns until they are
/// settled.
///
/// It stores opaque bytes, and returns positions. Each opening writes its own segments in a lane of
/// its own, and only reads those of others. It is safe to call from any thread. `append` takes one
/// system call under one lock.
package final class Journal: Sendable {
  package let directory: String
  let files: any FileSystem
  let clock: any Clock
  let randomness: any Randomness
  /// The identifier of the current boot of the machine; 0 where there is none.
  package let bootSession: UInt64
  let encryptor: (any PayloadEncryptor)?
  /// The positions of the events that the recorder has marked: interactions with content.
  package let marked: MarkedPositions
  let commits = GroupCommit()
  let state: Locked<JournalState>
  let onAppendElsewhere: @Sendable () -> Void
  /// The lock of a refresh of the folder; one runs at a time.
  let refreshes = Locked(())

  /// Opens the journal: reads the existing segments and writes nothing.
  ///
  /// A folder that cannot be reached for a temporary reason does not fail the call; events are kept
  /// in memory until it can be reached.
  package init(
    directory: String, files: any FileSystem, clock: any Clock, randomness: any Randomness,
    options: JournalOptions = JournalOptions()
  ) throws(FileError) {
    var findings = Recovery.Findings()
    var trouble: WriteBackoff?
    do throws(FileError) {
      try files.makeDirectory(directory)
      findings = try Recovery(directory: directory, files: files).run()
    } catch {
      guard StorageProblem(error).passes else { throw error }
      trouble = WriteBackoff(StorageProblem(error), at: clock.now())
    }
    self.directory = directory
    self.files = files
    self.clock = clock
    self.randomness = randomness
    encryptor = options.encryptor
    onAppendElsewhere = options.onAppendElsewhere
    bootSession = BootID.identifier(files)
    var lane = LaneWriter(
      LaneID(randomness), ordinal: trouble == nil ? findings.nextOrdinal : 0,
      bootSession: bootSession, directory: directory, files: files, options: options)
    lane.trouble = trouble
    marked = MarkedPositions(lane.lane)
    state = Locked(
      JournalState(lane: lane, others: findings.segments, unreadable: findings.unreadable))
  }

  deinit { InProcessLanes.remove(state.withLock { $0.ownLanes }, in: directory) }

  /// The lane to which this opening writes.
  package var lane: LaneID { state.withLock { $0.lane.lane } }

  /// Appends an event; the buffer holds `RecordHeader.headerSize` free bytes and the payload.
  ///
  /// A stored event survives the death of the process.
  package func append(_ buffer: inout OutputBuffer, at moment: Moment) -> AppendResult {
    let length = buffer.count - RecordHeader.headerSize
    guard length <= RecordHeader.maximumPayload else { return AppendResult(.refused(.tooLarge)) }
    return state.withLock { state in
      guard !state.isClosed else { return AppendResult(.refused(.closed)) }
      let room = state.room(for: buffer.count, at: moment)
      guard room != .none else { return AppendResult(.refused(.full), needs: .room) }
      var appended = state.lane.append(&buffer, at: moment)
      if room == .little { appended.needs.insert(.room) }
      return appended
    }
  }

  /// Writes down that events are dropped, before they are.
  ///
  /// If the note cannot be written, the cursors still count the events.
  package func note(_ drop: DropNote) {
    state.withLock { state in state.lane.append(drop, at: clock.now()) }
  }

  /// The preamble of the last events.
  package var preamble: [UInt8] { state.withLock { $0.lane.preamble } }

  /// Sets the preamble of all later events.
  ///
  /// A change begins a new segment.
  package func setPreamble(_ preamble: [UInt8]) {
    state.withLock { $0.lane.setPreamble(preamble, at: clock.now()) }
  }

  /// Begins a new segment with the next event, because the current preamble is not valid for it.
  package func beginSegment() { state.withLock { $0.lane.beginSegment() } }

  /// Retries immediately to write the events that wait in memory.
  package func retryNow() {
    state.withLock { state in
      if !state.isClosed { try? state.lane.retry(at: clock.now()) }
    }
  }

  /// Retries to write the events that wait in memory, if it is time.
  ///
  /// Returns the time of the next retry; nil when everything is written.
  package func retry() -> MonotonicTime? {
    state.withLock { state in
      state.lane.recover(at: clock.now())
      return state.isClosed ? nil : state.lane.trouble?.retryAt
    }
  }

  /// Returns whether a sync is due that was not announced yet; the caller must schedule it.
  func announceSync() -> Bool {
    state.withLock { !$0.isClosed && $0.lane.announceSync() }
  }

  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// The number of events that wait in memory, and the problem that is the reason.
  package var spill: (events: Int, problem: StorageProblem?) {
    state.withLock { ($0.lane.spill.count, $0.lane.trouble?.problem) }
  }

  /// The number of bytes that are allocated for events in memory.
  package var memoryOfHeld: Int { state.withLock { $0.lane.spill.allocated } }

  /// Ends the lane and writes the last record of its last segment.
  ///
  /// Later appends are refused.
  package func close() {
    state.withLock { state in
      guard !state.isClosed else { return }
      try? state.lane.retry(at: clock.now(), isLast: true)
      state.lane.end(.laneEnded)
      state.drops.close()
      state.isClosed = true
    }
  }

  /// Closes the current segment if its last event is older than `age`, so that the segment can be
  /// dropped.
  package func endSegment(olderThan age: Milliseconds?) {
    let now = clock.now()
    state.withLock { state in
      guard let age, let active = state.lane.active, active.events > 0,
        let created = active.header?.created.continuous,
        now.continuous - created - Milliseconds(Int64(active.ticks)) > age
      else { return }
      try? state.lane.roll(at: now)
    }
  }
}
