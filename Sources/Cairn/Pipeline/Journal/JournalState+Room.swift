/// How the cap is kept on the way in.
extension JournalState {
  /// How much more the cap allows.
  enum Room { case enough, little, none }

  /// Tiny segments are removed many at a time, and no call pays for more than these.
  private static let mostDrops = 64
  /// A disk that removes nothing is not asked more often by one call.
  private static let mostFailures = 2

  @inline(__always)
  mutating func room(for more: Int, at moment: Moment) -> Room {
    // Not all of the options: a copy of them retains what they hold, with each event.
    let cap = lane.options.cap
    let (bytes, events) = size
    guard cap.bytes != .max || cap.events != .max else { return .enough }
    if cap.dropsNewest {
      return bytes + more + lane.overhead > cap.bytes || events >= cap.events ? .none : .enough
    }
    let segment = (bytes: lane.options.segmentBytes, events: Int(lane.mostEvents))
    // What is oldest is dropped by somebody else, who may need a moment.
    let isNear = bytes + segment.bytes > cap.bytes || events + segment.events > cap.events
    return isNear ? makeRoom(for: more, at: moment) : .enough
  }

  /// Who is late is helped: from an eighth over the cap on each call drops a segment, and at a quarter as many as needed.
  @inline(never)
  private mutating func makeRoom(for more: Int, at moment: Moment) -> Room {
    guard isOver(2, more) else { return .little }
    if !lane.remains.isEmpty { lane.discardRemains(failures: 1) }
    // What never fits shall not drive out the rest.
    guard more + lane.overhead <= lane.options.cap.bytes else { return .none }
    // A disk that fails has unsynced events twice for a moment.
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

  /// Writes the first of the files whose sync failed again; nil when there is none.
  ///
  /// A disk that removes nothing would keep each file beside its copy: beyond the cap and a quarter there are no more.
  mutating func copySuspect() throws(FileError) -> LaneWriter.Copy? {
    guard !lane.suspects.isEmpty else { return nil }
    lane.discardRemains(failures: 1)
    guard lane.remains.isEmpty || !isOver(4, 0, without: pinnedSize) else {
      throw FileError(call: "copy", path: lane.directory, code: FileError.busy)
    }
    return try lane.copySuspect()
  }

  /// Whether the cap and so many segments are exceeded with what is to be stored.
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

  /// What is on the disk, and what waits in memory for it: that is written at once when the disk takes it.
  @inline(__always)
  private var size: (bytes: Int, events: Int) {
    lane.spill.isEmpty
      ? (bytes, events) : (bytes + lane.waitingBytes, events + lane.spill.count)
  }

  /// What is in a batch under way stays, and is not held against what comes.
  private var pinnedSize: (bytes: Int, events: Int) {
    let pinned = pinned
    guard !pinned.isEmpty else { return (0, 0) }
    return (others + lane.finished).reduce((0, 0)) { sum, segment in
      pinned.contains(segment.name) ? (sum.0 + segment.size, sum.1 + segment.events) : sum
    }
  }

  /// The next to go: the oldest that nobody writes to, and of which no batch under way has events.
  private var oldest: SegmentSummary? {
    let staying = pinned.union(stuck)
    func mayGo(_ segment: SegmentSummary) -> Bool {
      segment.state != .open && !staying.contains(segment.name)
    }
    let candidates = [others.first(where: mayGo), lane.finished.first(where: mayGo)]
    return candidates.compactMap { $0 }.min { $0.name < $1.name }
  }

  /// Writes down what goes, removes the file; whether it is gone.
  mutating func drop(
    _ segment: SegmentSummary, _ reason: DropReason, at moment: Moment
  ) -> Bool {
    guard segment.state != .open, isKnown(segment) else { return false }
    switch grip(segment, at: moment) {
    case .busy: return false
    // Whoever removed it has counted its events, or has written them down.
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

  /// False when the file stays; when another process was faster, that one answers for the events.
  private mutating func remove(_ segment: SegmentSummary, _ reason: DropReason) -> Bool {
    var undos: [DropRegister.Undo] = []
    for range in onlyIn(segment) {
      let places = DroppedPlaces(range, UInt8(truncatingIfNeeded: reason.rawValue))
      // An account that is full is no reason to let the disk fill up.
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

  /// What can be done with a file that is to go.
  private enum Grip {
    case held(OpenFile?), busy, gone
  }

  /// Another's file is held while it goes, so that a writer that just made it notices; busy when it is not as it was.
  private func grip(_ segment: SegmentSummary, at moment: Moment) -> Grip {
    let isOwn = ownLanes.contains(segment.lane)
    do throws(FileError) {
      let path = lane.directory + "/" + segment.name.fileName
      let file = try OpenFile(path, .read, in: lane.files)
      if isOwn { return .held(file) }
      guard try file.tryLock(), try file.status().size == segment.size else { return .busy }
      let check = WriterCheck(
        directory: lane.directory, files: lane.files, bootSession: lane.bootSession)
      return try check.isGone(segment, at: moment) ? .held(file) : .busy
    } catch {
      if error.code == FileError.missing { return .gone }
      return isOwn ? .held(nil) : .busy
    }
  }

  /// Its places, but those that another file holds again because a sync failed.
  ///
  /// Not a file that could not be removed: what was written again later is confirmed, and that one may be lost.
  private func onlyIn(_ segment: SegmentSummary) -> [PositionRange] {
    guard segment.lastIndex >= segment.firstIndex else { return [] }
    var elsewhere = SettledSet()
    for other in others + lane.finished + (lane.active.map { [$0] } ?? [])
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
  /// Whether it holds an event under each of its numbers.
  fileprivate var isWhole: Bool {
    lastIndex >= firstIndex && events == Int(lastIndex - firstIndex) + 1
  }
}
