/// One look at the folder of a journal, which takes as many lists as it needs to be sure of what is missing.
///
/// `readdir(3)` may leave out files that are made while it reads: a list can show a segment and lack the one before it,
/// which is just as new, and can lack a lane whose only file was replaced meanwhile. So what a list lacks and no earlier
/// list has shown is looked for in another one, begun later, and by its name. Documentation/JournalFormat.md, section 7.
struct FolderSurvey {
  /// Lists that are taken one after the other while each shows files that the one before left out.
  private static let mostLists = 5
  /// How many numbers before a gap's end are tried by name.
  private static let mostTried: UInt32 = 8

  /// How often all had been forgotten before.
  let forgotten: Int
  /// The lanes of this opening, before.
  let own: Set<LaneID>
  /// Segments of this opening that were finished before.
  let ownBefore: Set<SegmentName>
  /// What the lists have shown.
  private(set) var present: Set<SegmentName> = []
  private(set) var unreadable: [SegmentName] = []
  /// Lanes of which it is not known what is missing.
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

  /// Segments of other lanes, in no order.
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
      // A list that was begun after a lane's files were made, and shows no other one of it, has all of them.
      let changed = Set(present.subtracting(before).map(\.lane))
      certain = certain.union(suspected.keys).subtracting(changed)
      suspected = missing().filter { !certain.contains($0.key) }
    }
    giveUp(suspected)
  }

  /// Looks at the files that may have changed; what is closed and whole has not.
  private mutating func look(at names: [SegmentName]) {
    let findings = recovery.survey(
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

  /// Looks by its name for each file that was known and is not in the list: a file system may pass over a name while
  /// others are removed.
  private mutating func lookForKnown() {
    for name in ownBefore.union(known.keys).subtracting(present) {
      do throws(FileError) {
        _ = try OpenFile(recovery.directory + "/" + name.fileName, .read, in: recovery.files)
        present.insert(name)
      } catch {
        // What cannot be opened now is there.
        if error.code != FileError.missing { present.insert(name) }
      }
    }
  }

  private func mayHaveChanged(_ segment: SegmentSummary) -> Bool {
    switch segment.state {
    case .open: true
    case .sealed: segment.header == nil
    // A file without a header may have been made a moment ago; and a lock that everybody gets proves nothing.
    case .abandoned:
      segment.header == nil || LivingLanes.contains(segment.lane, in: recovery.directory)
    }
  }

  /// One that was to be looked at and was not found was removed between the list and now.
  private func isThere(_ name: SegmentName, _ found: Set<SegmentName>) -> Bool {
    guard let segment = known[name] else { return false }
    return found.contains(name) || !mayHaveChanged(segment)
  }

  /// The lanes that lack something that no list has shown yet: the first segment behind it, or the last that was known
  /// of a lane that has none any more.
  private func missing() -> [LaneID: SegmentName] {
    var missing: [LaneID: SegmentName] = [:]
    var next: [LaneID: UInt32] = [:]
    for segment in segments.sorted(by: { $0.name < $1.name }) {
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

  /// Segments that may lie before a gap's end; those that were known have been looked for already.
  private func namesToTry(_ missing: [LaneID: SegmentName]) -> [SegmentName] {
    missing.values.flatMap { name in
      (1...Self.mostTried).filter { $0 < name.number }.map {
        SegmentName(ordinal: name.ordinal, lane: name.lane, number: name.number - $0)
      }.filter { known[$0] == nil }
    }
  }

  /// What is behind something that could not be looked for waits, as behind a file that cannot be read.
  private mutating func giveUp(_ suspected: [LaneID: SegmentName]) {
    uncertain = Set(suspected.keys)
    for name in suspected.values where name.number > 0 {
      unreadable.append(
        SegmentName(ordinal: name.ordinal, lane: name.lane, number: name.number - 1))
    }
  }
}
