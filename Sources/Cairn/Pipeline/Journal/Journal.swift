/// The durable, append-only log that events are in from the moment `track()` returns until they are settled.
///
/// It holds opaque bytes: payloads in, positions out. Each opening writes segments of its own, in a lane of its own, and
/// only reads those of others. Safe to call from any thread; `append` costs one system call under one lock.
package final class Journal: Sendable {
  package let directory: String
  package let lane: LaneID
  let files: any FileSystem
  private let clock: any Clock
  private let options: JournalOptions
  private let bootSession: UInt64
  private let ordinal: UInt32
  private let state: Locked<State>

  private struct State: ~Copyable {
    var writer: SegmentWriter?
    /// Segments that nobody here writes to, in the order of delivery.
    var others: [SegmentSummary]
    /// Files that cannot be read now, or not by this version.
    ///
    /// They are left alone.
    var unreadable: [SegmentName]
    var lastIndex: UInt32 = 0
    var lastNumber: UInt32 = 0
    var preamble: [UInt8] = []
    /// Closed files of this lane whose bytes may not have reached the disk, and whether a file was made.
    var unsynced: [String] = []
    var folderIsUnsynced = false
    /// Whether anything was appended since the last sync.
    var isDirty = false
    var isClosed = false
  }

  package init(
    directory: String, files: any FileSystem, clock: any Clock, randomness: any Randomness,
    options: JournalOptions = JournalOptions()
  ) throws(FileError) {
    try files.makeDirectory(directory)
    let findings = try Recovery(directory: directory, files: files).run()
    self.directory = directory
    self.files = files
    self.clock = clock
    self.options = options
    lane = LaneID(randomness)
    bootSession = BootSession.identifier(files)
    ordinal = (findings.segments.map(\.name.ordinal).max() ?? 0) &+ 1
    state = Locked(State(others: findings.segments, unreadable: findings.unreadable))
  }

  /// Appends an event: the buffer holds `Frame.headerSize` free bytes and the payload.
  ///
  /// When it returns, the event survives the death of the process. When it throws, it is not in the journal.
  package func append(
    _ buffer: inout OutputBuffer, at moment: Moment
  ) throws(JournalError) -> Receipt {
    let length = buffer.count - Frame.headerSize
    guard length <= Frame.maximumPayload else { throw JournalError(.tooLarge, path: directory) }
    let check = Frame.payloadCheck(
      buffer.bytes.slice(Frame.headerSize, length), lane: lane)
    return try state.withLock { (state) throws(JournalError) in
      try self.prepare(&state, for: Frame.total(payload: length), at: moment)
      let index = state.lastIndex + 1
      do throws(FileError) {
        try state.writer?.append(event: index, length, check, &buffer, at: moment)
      } catch {
        throw JournalError(.storage, path: directory, offset: state.writer?.offset, cause: error)
      }
      state.lastIndex = index
      defer { state.isDirty = true }
      return Receipt(position: Position(lane: lane, index: index), wasClean: !state.isDirty)
    }
  }

  /// What became of an append.
  package struct Receipt: Sendable {
    package var position: Position
    /// Whether all before it was synced: the first to wait for the next sync.
    package var wasClean: Bool
  }

  /// Sets the bytes that hold for all events from now on.
  ///
  /// A change begins a new segment.
  package func setPreamble(_ preamble: [UInt8]) {
    state.withLock { state in
      guard state.preamble != preamble else { return }
      state.preamble = preamble
      closeSegment(&state, .preambleChanged, at: clock.now())
    }
  }

  /// Makes all that was appended until now survive a loss of power.
  ///
  /// Blocks while the disk works; appends go on.
  package func sync() throws(JournalError) {
    let pending = state.withLock { state in
      defer {
        state.unsynced = []
        state.folderIsUnsynced = false
        state.isDirty = false
      }
      return (state.writer?.file, state.unsynced, state.folderIsUnsynced)
    }
    do throws(FileError) {
      for path in pending.1 { try sync(path) }
      try pending.0?.sync()
      if pending.2 { try files.syncDirectory(directory) }
    } catch {
      abandonSegment()
      throw JournalError(.storage, path: error.path, cause: error)
    }
  }

  /// A second sync of a file may say yes and have lost what the first one could not write.
  ///
  /// So nothing more goes there: what is promised from now on is promised of another file.
  private func abandonSegment() {
    state.withLock { state in
      closeSegment(&state, .full, at: clock.now())
      state.unsynced = []
    }
  }

  private func sync(_ path: String) throws(FileError) {
    do throws(FileError) {
      try OpenFile(path, .readWrite, in: files).sync()
    } catch {
      // Everybody was done with it, and it was removed.
      guard error.code == FileError.missing else { throw error }
    }
  }

  /// Ends the lane: writes the last record of its last segment.
  ///
  /// What is appended afterwards is refused.
  package func close() {
    state.withLock { state in
      closeSegment(&state, .laneEnded, at: clock.now())
      state.isClosed = true
    }
  }

  /// All segments, in the order of delivery.
  package func segments() -> [SegmentSummary] {
    state.withLock { state in
      var all = state.others
      if let active = state.writer?.summary { all.append(active) }
      return all.sorted { $0.name < $1.name }
    }
  }

  /// Files that cannot be read now, or are of a later format.
  ///
  /// Nothing behind them in their lane may be judged.
  package var unreadable: [SegmentName] { state.withLock { $0.unreadable } }

  private func prepare(
    _ state: inout State, for bytes: Int, at moment: Moment
  ) throws(JournalError) {
    guard !state.isClosed else { throw JournalError(.closed, path: directory) }
    if let writer = state.writer?.offset, writer + bytes + Seal.recordSize <= options.segmentBytes {
      return
    }
    try roll(&state, at: moment)
  }

  /// Begins the next segment, then closes the one before: if there is no room for a file, the old one grows.
  private func roll(_ state: inout State, at moment: Moment) throws(JournalError) {
    do throws(FileError) {
      var next = try makeSegment(&state, at: moment)
      if !state.preamble.isEmpty { try next.appendPreamble(state.preamble, ticks: 0) }
      closeSegment(&state, .full, at: moment)
      state.folderIsUnsynced = true
      state.writer = consume next
    } catch {
      if state.writer == nil { throw JournalError(.storage, path: directory, cause: error) }
    }
  }

  /// Tries another number when somebody looked at the new file before it was locked.
  private func makeSegment(_ state: inout State, at moment: Moment) throws(FileError)
    -> SegmentWriter
  {
    for _ in 0..<8 {
      // A number is used once, also by an attempt that failed: its file may be there.
      state.lastNumber += 1
      do throws(FileError) {
        return try makeSegment(number: state.lastNumber, after: state.lastIndex, at: moment)
      } catch {
        guard error.code == FileError.busy || error.code == FileError.exists else { throw error }
      }
    }
    throw FileError(call: "create", path: directory, code: FileError.busy)
  }

  private func makeSegment(
    number: UInt32, after index: UInt32, at moment: Moment
  ) throws(FileError) -> SegmentWriter {
    let name = SegmentName(ordinal: ordinal, lane: lane, number: number)
    let header = SegmentHeader(
      flags: options.flags, name: name, baseIndex: index + 1, created: moment,
      bootSession: bootSession)
    return try SegmentWriter(header, in: directory, files: files)
  }

  /// A seal that cannot be written costs a scan at the next start, and nothing else.
  private func closeSegment(_ state: inout State, _ reason: Seal.Reason, at moment: Moment) {
    guard var writer = state.writer.take() else { return }
    try? writer.close(reason, ticks: writer.ticks(at: moment))
    var summary = writer.summary
    summary.state = .sealed
    state.others.append(summary)
    state.unsynced.append(writer.file.path)
  }
}

extension Journal {
  /// Looks for segments that other processes have begun, ended or removed since, and again at those that could not
  /// be read.
  package func refresh() {
    let recovery = Recovery(directory: directory, files: files)
    guard let names = try? recovery.segmentNames() else { return }
    // A file without a header may have been made a moment ago.
    let settled = Set(segments().filter { $0.state != .open && $0.header != nil }.map(\.name))
    let findings = recovery.survey(names.filter { $0.lane != lane && !settled.contains($0) })
    let present = Set(names)
    let renewed = Set(findings.segments.map(\.name))
    state.withLock { state in
      // This lane's own are left alone: one may have been begun and closed since the folder was listed.
      state.others.removeAll {
        $0.lane != lane && (renewed.contains($0.name) || !present.contains($0.name))
      }
      state.others += findings.segments
      state.others.sort { $0.name < $1.name }
      state.unreadable = findings.unreadable
    }
  }

  /// Removes the segments that every destination is done with and that nobody writes to; their names.
  package func reclaim(behind settled: [SettledSet]) -> [SegmentName] {
    let removable = segments().filter { segment in
      segment.state != .open
        && settled.allSatisfy { $0.prefix(of: segment.lane) >= segment.lastIndex }
    }
    let removed = removable.filter(remove).map(\.name)
    guard !removed.isEmpty else { return [] }
    let gone = Set(removed)
    state.withLock { state in state.others.removeAll { gone.contains($0.name) } }
    return removed
  }

  /// Holds the dead writer's lock while it removes the file, so that a writer that just made it notices.
  private func remove(_ segment: SegmentSummary) -> Bool {
    let path = directory + "/" + segment.name.fileName
    do throws(FileError) {
      let file = try OpenFile(path, .read, in: files)
      if segment.lane != lane {
        guard try file.tryLock(), try isUnchanged(segment) else { return false }
      }
      try files.remove(path)
      return true
    } catch {
      return error.code == FileError.missing
    }
  }
}

extension Journal {
  /// What was seen of another's segment may be older than what it holds.
  private func isUnchanged(_ segment: SegmentSummary) throws(FileError) -> Bool {
    let recovery = Recovery(directory: directory, files: files)
    return try recovery.survey(segment.name)?.lastIndex == segment.lastIndex
  }
}

extension SegmentWriter {
  fileprivate mutating func append(
    event index: UInt32, _ length: Int, _ check: UInt64, _ buffer: inout OutputBuffer,
    at moment: Moment
  ) throws(FileError) {
    let frame = Frame(
      type: .event, length: length, index: index, ticks: ticks(at: moment), payloadCheck: check)
    try appendEvent(frame, &buffer, wall: moment.wall)
  }
}
