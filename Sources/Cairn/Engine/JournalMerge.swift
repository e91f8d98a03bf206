/// Moves the events of a journal into another one, with all that was already done with them: what
/// each destination has settled, dead letters, drops that are not counted yet, and conversions.
///
/// The user, the session and the other values are those of the target. Each step can be repeated,
/// so that a merge that was interrupted is completed by running it again. The source's folder is
/// not removed.
struct JournalMerge {
  /// The journals' folders.
  let source: String
  let target: String
  /// Whether the user does not want the source's events any more; they are counted as erased.
  let isErased: Bool
  let files: any FileSystem

  func run() throws(FileError) {
    try files.makeDirectory(target)
    // Before the events: those that are settled must not be sent again.
    try mergeDestinations()
    guard !isErased else { return }
    try move("drops") { $0.hasSuffix(UncountedDrops.suffix) }
    // A name with an ending is that of a draft.
    try move("conversions") { !$0.contains(".") }
    try moveVisitors()
    try moveMissing(["experiences", "reset"], from: source, to: target)
    try move("log") { SegmentName($0) != nil }
  }

  /// Returns whether the cursor in a destination's folder was merged.
  static func hasBegun(in folder: String, _ files: any FileSystem) -> Bool {
    ((try? files.list(folder)) ?? []).contains(CursorMerge.taken)
  }

  private func mergeDestinations() throws(FileError) {
    let account = try account()
    let found = try files.namesIfPresent(in: source + "/dest")
    let known = try files.namesIfPresent(in: target + "/dest")
    for name in Set(found + known).sorted() {
      let folders = ("\(source)/dest/\(name)", "\(target)/dest/\(name)")
      if !isErased { try mergeDeadLetters(from: folders.0 + "/dead", to: folders.1 + "/dead") }
      try CursorMerge(from: folders.0, to: folders.1, files: files).run(
        events: account.events, account.settle,
        prepare: { (cursor) throws(FileError) in
          // The file with the name comes first: without it, another destination could take over the
          // cursor.
          try moveMissing([DestinationNames.claim, "memory"], from: folders.0, to: folders.1)
          try moveBatch(cursor.inFlight, from: folders.0, to: folders.1)
        })
    }
  }

  private func account() throws(FileError) -> MergeAccount {
    let own = try findings(source)
    let other = try findings(target)
    return MergeAccount(
      segments: own.segments + other.segments,
      events: (Self.places(own.segments), Self.places(other.segments)),
      lanes: Set((own.segments.map(\.name) + own.unreadable).map(\.lane)),
      unreadable: Set((own.unreadable + other.unreadable).map(\.lane)),
      drops: isErased ? UncountedDrops.all(in: source + "/drops", files) : [], isErased: isErased)
  }

  fileprivate static func places(_ segments: [SegmentSummary]) -> [PositionRange] {
    segments.filter { $0.lastIndex >= $0.firstIndex }.map {
      PositionRange(lane: $0.lane, first: $0.firstIndex, last: $0.lastIndex)
    }
  }

  private func findings(_ journal: String) throws(FileError) -> Recovery.Findings {
    guard !(try files.namesIfPresent(in: journal + "/log")).isEmpty else {
      return Recovery.Findings()
    }
    return try Recovery(directory: journal + "/log", files: files).run()
  }

  /// Moves the letters after the cursor that tells which of them are gone.
  private func mergeDeadLetters(from source: String, to target: String) throws(FileError) {
    try CursorMerge(from: source, to: target, files: files).run()
    try move(from: source, to: target) { SegmentName($0) != nil }
  }

  /// Moves the body of the batch in flight, and what belongs to its upload by the system.
  private func moveBatch(
    _ batch: SealedBatch?, from source: String, to target: String
  ) throws(FileError) {
    guard let batch else { return }
    try move(from: source, to: target) { $0.hasPrefix("\(batch.key)") }
  }

  /// Moves the visitors, unless they are stored by a hash whose salt the target does not have.
  private func moveVisitors() throws(FileError) {
    let (from, to) = (source + "/visitors", target + "/visitors")
    let known = try files.namesIfPresent(in: to)
    if known.isEmpty {
      // A folder in which nothing was written yet would keep the source's out.
      try? files.removeDirectory(to)
      return try moveMissing(["visitors"], from: source, to: target)
    }
    let found = try files.namesIfPresent(in: from)
    guard !(known + found).contains("salt") else { return }
    try move(from: from, to: to) { !$0.contains(".") }
  }

  private func move(_ folder: String, _ isWanted: (String) -> Bool) throws(FileError) {
    try move(from: "\(source)/\(folder)", to: "\(target)/\(folder)", isWanted)
  }

  /// Moves files whose names are different in all journals.
  private func move(
    from source: String, to target: String, _ isWanted: (String) -> Bool
  ) throws(FileError) {
    let names = try files.namesIfPresent(in: source).filter(isWanted)
    guard !names.isEmpty else { return }
    try files.makeDirectory(target)
    for name in names { try files.move("\(source)/\(name)", to: "\(target)/\(name)") }
    try files.syncDirectory(target)
    try files.syncDirectory(source)
  }

  /// Moves the files and folders that the target does not have.
  private func moveMissing(
    _ names: [String], from source: String, to target: String
  ) throws(FileError) {
    let found = try files.namesIfPresent(in: source)
    let known = try files.namesIfPresent(in: target)
    for name in names where found.contains(name) && !known.contains(name) {
      try files.move("\(source)/\(name)", to: "\(target)/\(name)")
    }
    try files.syncDirectory(target)
  }
}

/// The account of the events of two journals in the sum of their cursors.
struct MergeAccount {
  /// The segments of both journals.
  let segments: [SegmentSummary]
  /// The positions of the events in either journal.
  ///
  /// Both have events of one lane if an extension continued while its files were moved.
  let events: (source: [PositionRange], target: [PositionRange])
  /// The lanes of the source that have segments there.
  let lanes: Set<LaneID>
  let unreadable: Set<LaneID>
  /// The source's drops, if its events are erased.
  let drops: [DroppedPlaces]
  let isErased: Bool

  /// Begins at the oldest event in the lanes for which there is no cursor, and counts erased
  /// events.
  ///
  /// Segments that were removed before must not be counted as damaged.
  func settle(_ cursor: inout Cursor, _ missing: CursorMerge.Missing) {
    switch missing {
    case .none: break
    case .source:
      cursor.join(segments.filter { lanes.contains($0.lane) }, unreadable: unreadable)
    case .target:
      cursor.join(segments.filter { !lanes.contains($0.lane) }, unreadable: unreadable)
    }
    guard isErased else { return }
    if let batch = cursor.inFlight, batch.ranges.contains(where: { lanes.contains($0.lane) }) {
      Settlement.unseal(&cursor)
    }
    cursor.take(drops)
    let erased = segments.filter { lanes.contains($0.lane) }
    Settlement.drop(&cursor, JournalMerge.places(erased), .erased)
  }
}
