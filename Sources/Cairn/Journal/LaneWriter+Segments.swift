/// The sequence of a lane's segments, and of lanes.
extension LaneWriter {
  /// Makes sure that the segment has room for this many more bytes.
  @inline(__always)
  mutating func prepare(for bytes: Int, at moment: Moment) throws(FileError) {
    if let offset = writer?.offset, !rolls,
      offset + bytes + Seal.recordSize <= options.segmentBytes,
      (writer?.seal.events ?? 0) < mostEvents,
      writer?.reaches(moment, within: options.segmentAge) ?? false
    {
      return
    }
    try roll(at: moment)
  }

  /// The maximum number of events in a segment: a sixteenth of the limit on events, so that a drop
  /// removes about that many.
  var mostEvents: UInt32 { UInt32(clamping: max(1, options.cap.events / 16)) }

  /// Begins the next segment and then closes the current one; if no file can be made, the current
  /// one grows.
  mutating func roll(at moment: Moment) throws(FileError) {
    if isOutdated(at: moment) { return try beginLane(at: moment) }
    if let file = writer?.file, try file.status().links == 0 {
      throw FileError(call: "fstat", path: file.path, code: FileError.missing)
    }
    if lastIndex >= options.laneEvents { return try beginLane(at: moment) }
    do throws(FileError) {
      let next = try makeSegment(after: lastIndex, at: moment, preamble: preamble)
      closeSegment(rolls ? .preambleChanged : .full)
      writer = consume next
      rolls = false
    } catch {
      if writer == nil || StorageProblem(error) == .vanished { throw error }
      guard rolls else { return }
      let ticks = writer?.ticks(at: moment) ?? 0
      try writer?.appendPreamble(preamble, ticks: ticks)
      rolls = false
    }
  }

  /// Whether another process may have presumed that this writer has ended, and has forgotten its
  /// lane.
  private func isOutdated(at moment: Moment) -> Bool {
    options.segmentAge < JournalOptions.longestAge
      && writer?.reaches(moment, within: options.segmentAge) == false
  }

  /// Makes the next file, and writes the preamble to it.
  mutating func makeSegment(
    after index: UInt32, at moment: Moment, preamble: [UInt8]
  ) throws(FileError) -> SegmentWriter {
    var next = try makeFile(after: index, at: moment)
    folderIsUnsynced = true
    guard !preamble.isEmpty else { return next }
    do throws(FileError) {
      try next.appendPreamble(preamble, ticks: 0)
    } catch {
      discard(next.file.path, next.offset)
      throw error
    }
    return next
  }

  /// Makes a file; uses another number when another process looked at the new file before it was
  /// locked.
  mutating func makeFile(
    after index: UInt32, at moment: Moment, of lane: LaneID? = nil
  ) throws(FileError) -> SegmentWriter {
    let lane = lane ?? self.lane
    for _ in 0..<8 {
      let name = SegmentName(ordinal: ordinal, lane: lane, number: nextNumber(of: lane))
      let header = SegmentHeader(
        flags: options.flags, name: name, baseIndex: index + 1, created: moment,
        bootSession: bootSession)
      do throws(FileError) {
        let made = try SegmentWriter(header, in: directory, files: files, encryptor: encryptor)
        InProcessLanes.insert(lane, in: directory)
        return made
      } catch {
        guard error.code == FileError.busy || error.code == FileError.exists else { throw error }
      }
    }
    throw FileError(call: "create", path: directory, code: FileError.busy)
  }

  /// Returns the next segment number; a number is used once, even by a failed attempt, whose file
  /// may exist.
  private mutating func nextNumber(of lane: LaneID) -> UInt32 {
    guard lane != self.lane else {
      lastNumber += 1
      return lastNumber
    }
    endedNumbers[lane, default: 0] += 1
    return endedNumbers[lane, default: 0]
  }

  /// Continues in another lane when the numbers of this one are used up.
  ///
  /// The next sync covers the files of both lanes.
  private mutating func beginLane(at moment: Moment) throws(FileError) {
    let before = (lane: lane, number: lastNumber)
    lane = LaneID(rawValue: XXH64.chain(lastNumber, onto: lane.rawValue))
    lastNumber = 0
    do throws(FileError) {
      let next = try makeSegment(after: 0, at: moment, preamble: preamble)
      closeSegment(.laneEnded)
      writer = consume next
    } catch {
      (lane, lastNumber) = before
      throw error
    }
    endedNumbers[before.lane] = before.number
    lastIndex = 0
    syncedIndex = 0
    rolls = false
    window.removeAll(preamble)
  }

  /// Closes the current segment; if the seal cannot be written, the next launch scans the segment,
  /// without any other effect.
  mutating func closeSegment(_ reason: Seal.Reason) {
    guard var closed = writer.take() else { return }
    let isSealed = (try? closed.close(reason)) != nil
    var summary = closed.summary
    summary.state = isSealed ? .sealed : .abandoned
    finished.append(summary)
    unsynced.append(UnsyncedFile(closed.file, closed.header.name))
    // Without timed syncs, it may take long until the files are synced and closed.
    let mostOpen = options.windowBytes > 0 ? UnsyncedFile.mostOpen : 0
    if unsynced.count > mostOpen { unsynced[unsynced.count - mostOpen - 1].close() }
  }
}
