/// Enforcement of the limit by the calls that append.
extension JournalState {
  /// The room that the limit leaves.
  enum FreeSpace { case enough, little, none }

  /// The maximum number of segments that one call removes; many tiny ones may have to go.
  private static let mostDrops = 64
  /// The maximum number of failed removals in one call.
  private static let mostFailures = 2

  @inline(__always)
  mutating func room(for more: Int, at moment: Moment) -> FreeSpace {
    // `lane.options` is not copied as a whole, because a copy retains its contents with every
    // event.
    let cap = lane.options.cap
    let (bytes, events) = size
    guard cap.bytes != .max || cap.events != .max else { return .enough }
    if cap.dropsNewest {
      return bytes + more + lane.overhead > cap.bytes || events >= cap.events ? .none : .enough
    }
    let segment = (bytes: lane.options.segmentBytes, events: Int(lane.mostEvents))
    // Another thread drops the oldest segments, and may need time to do it.
    let isNear = bytes + segment.bytes > cap.bytes || events + segment.events > cap.events
    return isNear ? makeRoom(for: more, at: moment) : .enough
  }

  /// Drops segments when the other thread is late: from two segments above the limit on, each call
  /// drops one, and from four as many as needed.
  @inline(never)
  private mutating func makeRoom(for more: Int, at moment: Moment) -> FreeSpace {
    guard isOver(2, more) else { return .little }
    if !lane.remains.isEmpty { lane.discardRemains(failures: 1) }
    // An event that can never fit must not displace the others.
    guard more + lane.overhead <= lane.options.cap.bytes else { return .none }
    // When the disk fails, unsynced events are stored twice for a moment.
    let most = more + lane.copyBytes
    var failures = 0
    var dropped = 0
    if oldest == nil { stuck = [] }
    repeat {
      guard let segment = oldest else { break }
      if drop(segment, .capacity, at: moment) {
        dropped += 1
      } else {
        stuck.insert(segment.name)
        failures += 1
      }
    } while isOver(4, most) && dropped < Self.mostDrops && failures < Self.mostFailures
    return isOver(4, most, without: pinnedSize) ? .none : .little
  }

  /// Copies the first of the files whose sync failed; nil when there is none.
  ///
  /// If the disk removes no files, each file would be kept beside its copy. Therefore no copies are
  /// made beyond the limit and four segments.
  mutating func copySuspect() throws(FileError) -> LaneWriter.Copy? {
    guard !lane.unconfirmedFiles.isEmpty else { return nil }
    lane.discardRemains(failures: 1)
    guard lane.remains.isEmpty || !isOver(4, 0, without: pinnedSize) else {
      throw FileError(call: "copy", path: lane.directory, code: FileError.busy)
    }
    return try lane.copySuspect()
  }

  /// Returns whether the journal, with `more` bytes, exceeds the limit by this many segments.
  private func isOver(
    _ segments: Int, _ more: Int, without apart: (bytes: Int, events: Int) = (0, 0)
  ) -> Bool {
    let cap = lane.options.cap
    let (bytes, events) = size
    let total =
      bytes - apart.bytes + more + lane.overhead - segments * lane.options.segmentBytes
    let count = events - apart.events + 1 - segments * Int(lane.mostEvents)
    return total > cap.bytes || count > cap.events
  }

  /// The size on the disk, and of the events in memory, which are written as soon as the disk
  /// accepts them.
  @inline(__always)
  private var size: (bytes: Int, events: Int) {
    lane.spill.isEmpty
      ? (bytes, events) : (bytes + lane.waitingBytes, events + lane.spill.count)
  }

  /// The size of the segments of batches in flight, which are kept and do not cause new events to
  /// be refused.
  private var pinnedSize: (bytes: Int, events: Int) {
    let pinned = pinned
    guard !pinned.isEmpty else { return (0, 0) }
    return (others + lane.finished).reduce((0, 0)) { sum, segment in
      pinned.contains(segment.name) ? (sum.0 + segment.size, sum.1 + segment.events) : sum
    }
  }

  /// The next segment to drop: the oldest one that no process writes to and that has no event of a
  /// batch in flight.
  private var oldest: SegmentSummary? {
    let staying = pinned.union(stuck)
    func mayGo(_ segment: SegmentSummary) -> Bool {
      segment.state != .open && !staying.contains(segment.name)
    }
    let candidates = [others.first(where: mayGo), lane.finished.first(where: mayGo)]
    return candidates.compactMap { $0 }.min { $0.name < $1.name }
  }

  /// Writes down the drop and removes the file; returns whether the file is gone.
  mutating func drop(
    _ segment: SegmentSummary, _ reason: DropReason, at moment: Moment
  ) -> Bool {
    guard segment.state != .open, isKnown(segment) else { return false }
    switch removalStatus(segment, at: moment) {
    case .busy: return false
    // The process that removed the file has counted its events or written them down.
    case .gone: break
    case .held(let file):
      defer { withExtendedLifetime(file) {} }
      guard remove(segment, reason) else { return false }
    }
    others.removeAll { $0.name == segment.name }
    lane.forget([segment.name])
    removedMeanwhile.insert(segment.name)
    return true
  }

  /// Removes the file; returns false when it remains.
  ///
  /// If another process removed it first, that process accounts for the events, and the entries are
  /// taken back.
  private mutating func remove(_ segment: SegmentSummary, _ reason: DropReason) -> Bool {
    var undos: [UncountedDrops.Undo] = []
    for range in onlyIn(segment) {
      let places = DroppedPlaces(range, UInt8(truncatingIfNeeded: reason.rawValue))
      // A full register must not let the disk fill up.
      if let undo = drops.add(places) { undos.append(undo) }
    }
    do throws(FileError) {
      try lane.files.remove(lane.directory + "/" + segment.name.fileName)
      return true
    } catch {
      for undo in undos.reversed() { drops.takeBack(undo) }
      return error.code == FileError.missing
    }
  }

  private func isKnown(_ segment: SegmentSummary) -> Bool {
    others.contains { $0.name == segment.name }
      || lane.finished.contains { $0.name == segment.name }
  }

  /// The state of a file that is to be removed.
  private enum RemovalStatus {
    case held(OpenFile?), busy, gone
  }

  /// Locks another lane's file during its removal, so that a writer that just made it notices; busy
  /// when the file has changed.
  private func removalStatus(_ segment: SegmentSummary, at moment: Moment) -> RemovalStatus {
    let isOwn = ownLanes.contains(segment.lane)
    do throws(FileError) {
      let path = lane.directory + "/" + segment.name.fileName
      let file = try OpenFile(path, .read, in: lane.files)
      if isOwn { return .held(file) }
      guard try file.tryLock(), try file.status().size == segment.size else { return .busy }
      let check = WriterLivenessCheck(
        directory: lane.directory, files: lane.files, bootSession: lane.bootSession)
      return try check.isGone(segment, at: moment) ? .held(file) : .busy
    } catch {
      if error.code == FileError.missing { return .gone }
      return isOwn ? .held(nil) : .busy
    }
  }

  /// Returns the positions of the segment that no other file of its lane contains.
  ///
  /// After a failed sync, events are written again to another file. A file that could not be
  /// removed does not count, because it is the later copy that is confirmed and the file may be
  /// lost.
  private func onlyIn(_ segment: SegmentSummary) -> [PositionRange] {
    guard segment.lastIndex >= segment.firstIndex else { return [] }
    var elsewhere = SettledPositions()
    for other in others + lane.segments
    where other.lane == segment.lane && other.name != segment.name && other.isWhole
      && !stuck.contains(other.name)
    {
      elsewhere.insert(
        PositionRange(lane: other.lane, first: other.firstIndex, last: other.lastIndex))
    }
    return elsewhere.unsettled(
      in: PositionRange(
        lane: segment.lane, first: segment.firstIndex, last: segment.lastIndex))
  }
}

extension SegmentSummary {
  /// Whether the segment holds an event for each of its numbers.
  fileprivate var isWhole: Bool {
    lastIndex >= firstIndex && events == Int(lastIndex - firstIndex) + 1
  }
}
