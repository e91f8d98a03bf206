/// A scan of a journal's folder, which lists it as often as needed to determine what is missing.
///
/// `readdir(3)` may omit files that are made while it reads. A list can show a segment and lack the
/// preceding one, which is just as new, and it can lack a lane whose only file was replaced
/// meanwhile. A file that a list lacks and no earlier list has shown is therefore searched in a
/// later list, and by its name. Documentation/JournalFormat.md, section 7.
struct DirectoryScan {
  /// The maximum number of lists, taken while each shows files that the one before omitted.
  private static let mostLists = 5
  /// The number of segment numbers before the end of a gap that are tried by name.
  private static let mostTried: UInt32 = 8

  /// The number of times that the journal had forgotten everything when the scan began.
  let forgotten: Int
  /// The lanes of this opening when the scan began.
  let own: Set<LaneID>
  /// The segments of this opening that were finished when the scan began.
  let ownBefore: Set<SegmentName>
  /// The segments that the lists have shown.
  private(set) var present: Set<SegmentName> = []
  private(set) var unreadable: [SegmentName] = []
  /// The lanes for which it is unknown what is missing.
  private(set) var uncertain: Set<LaneID> = []
  private var known: [SegmentName: SegmentSummary]
  private let accounted: [LaneID: UInt32]
  private let recovery: Recovery

  init(of journal: Journal) {
    recovery = Recovery(directory: journal.directory, files: journal.files)
    let before = journal.state.withLock { state in
      state.removedMeanwhile = []
      return (
        state.lane.forgotten, state.ownLanes, state.others, state.lane.finished,
        state.accounted
      )
    }
    (forgotten, own, accounted) = (before.0, before.1, before.4)
    known = Dictionary(before.2.map { ($0.name, $0) }) { first, _ in first }
    ownBefore = Set(before.3.map(\.name))
  }

  /// The segments of other lanes, unordered.
  var segments: [SegmentSummary] { known.values.filter { present.contains($0.name) } }

  mutating func run() throws(FileError) {
    look(at: try recovery.segmentNames())
    lookForKnown()
    var suspected = missing()
    var certain: Set<LaneID> = []
    for _ in 1..<Self.mostLists where !suspected.isEmpty {
      let before = present
      guard let names = try? recovery.segmentNames() else { break }
      look(at: names + namesToTry(suspected))
      // A list that was begun after a lane's files were made, and shows no new file of that lane,
      // is complete for it.
      let changed = Set(present.subtracting(before).map(\.lane))
      certain = certain.union(suspected.keys).subtracting(changed)
      suspected = missing().filter { !certain.contains($0.key) }
    }
    giveUp(suspected)
  }

  /// Reads the files that may have changed; files that are closed and whole have not.
  private mutating func look(at names: [SegmentName]) {
    let findings = recovery.scan(
      Set(names).filter { name in
        guard !own.contains(name.lane) else { return false }
        guard let segment = known[name] else { return true }
        return mayHaveChanged(segment)
      }.sorted())
    for segment in findings.segments { known[segment.name] = segment }
    unreadable = findings.unreadable
    let found = Set(findings.segments.map(\.name)).union(findings.unreadable)
    present.formUnion(
      names.filter { own.contains($0.lane) || known[$0] != nil && isThere($0, found) })
    present.formUnion(found)
  }

  /// Opens each known file that is not in the list by its name.
  ///
  /// A file system may skip a name while other files are removed.
  private mutating func lookForKnown() {
    for name in ownBefore.union(known.keys).subtracting(present) {
      do throws(FileError) {
        _ = try OpenFile(recovery.directory + "/" + name.fileName, .read, in: recovery.files)
        present.insert(name)
      } catch {
        // A file that exists but cannot be opened now is present.
        if error.code != FileError.missing { present.insert(name) }
      }
    }
  }

  private func mayHaveChanged(_ segment: SegmentSummary) -> Bool {
    switch segment.state {
    case .open: true
    case .sealed: segment.header == nil
    // A file without a header may be new, and where locks do not exclude each other they prove
    // nothing.
    case .abandoned:
      segment.header == nil || InProcessLanes.contains(segment.lane, in: recovery.directory)
        || segment.mayGrow && hasGrown(segment)
    }
  }

  private func hasGrown(_ segment: SegmentSummary) -> Bool {
    let path = recovery.directory + "/" + segment.name.fileName
    let size = try? OpenFile(path, .read, in: recovery.files).status().size
    return size != segment.bytes + segment.tornBytes || segment.tornBytes > 0
  }

  /// Returns whether a file is present; one that had to be read and was not found was removed after
  /// the list.
  private func isThere(_ name: SegmentName, _ found: Set<SegmentName>) -> Bool {
    guard let segment = known[name] else { return false }
    return found.contains(name) || !mayHaveChanged(segment)
  }

  /// Returns the lanes that lack a segment which no list has shown yet.
  ///
  /// The value is the first segment after the gap, or the last known segment of a lane of which no
  /// file is left.
  private func missing() -> [LaneID: SegmentName] {
    var missing: [LaneID: SegmentName] = [:]
    var next: [LaneID: UInt32] = [:]
    for segment in segments.sortedByName() {
      let expected = next[segment.lane] ?? 1
      next[segment.lane] = max(expected, segment.lastIndex + 1)
      guard segment.firstIndex > max(expected, (accounted[segment.lane] ?? 0) + 1) else { continue }
      if missing[segment.lane] == nil { missing[segment.lane] = segment.name }
    }
    let unread = Set(unreadable.map(\.lane))
    for name in known.keys.sorted() where next[name.lane] == nil && !unread.contains(name.lane) {
      missing[name.lane] = name
    }
    return missing
  }

  /// Returns unknown segments that may lie before the end of a gap; the known ones were tried
  /// already.
  private func namesToTry(_ missing: [LaneID: SegmentName]) -> [SegmentName] {
    missing.values.flatMap { name in
      (1...Self.mostTried).filter { $0 < name.number }.map {
        SegmentName(ordinal: name.ordinal, lane: name.lane, number: name.number - $0)
      }.filter { known[$0] == nil }
    }
  }

  /// Treats the missing segments as unreadable files, so that the events behind them stay pending.
  private mutating func giveUp(_ suspected: [LaneID: SegmentName]) {
    uncertain = Set(suspected.keys)
    for name in suspected.values where name.number > 0 {
      unreadable.append(
        SegmentName(ordinal: name.ordinal, lane: name.lane, number: name.number - 1))
    }
  }
}
