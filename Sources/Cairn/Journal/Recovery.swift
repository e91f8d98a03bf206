/// Determines the contents of a journal's folder without changing anything.
///
/// Documentation/JournalFormat.md, section 7.
package struct Recovery {
  package let directory: String
  package let files: any FileSystem

  package init(directory: String, files: any FileSystem) {
    self.directory = directory
    self.files = files
  }

  /// The result of a recovery.
  package struct Findings: Sendable {
    /// The segments, in the order of delivery.
    package var segments: [SegmentSummary] = []
    /// The files of a later format, and those that cannot be read now.
    ///
    /// They are left unchanged.
    package var unreadable: [SegmentName] = []

    /// The launch ordinal that follows all ordinals of the segments.
    var nextOrdinal: UInt32 { (segments.map(\.name.ordinal).max() ?? 0) &+ 1 }
  }

  /// Performs steps 1 to 3: lists and sorts the segments, and reads each one.
  package func run() throws(FileError) -> Findings { scan(try segmentNames()) }

  /// Reads the given segments, in the order of their names.
  package func scan(_ names: [SegmentName]) -> Findings {
    var findings = Findings()
    for name in names {
      do throws(FileError) {
        if let summary = try scan(name, previous: findings.segments.last) {
          findings.segments.append(summary)
        } else {
          findings.unreadable.append(name)
        }
      } catch {
        // Another process removed the file after the listing.
        if error.code != FileError.missing { findings.unreadable.append(name) }
      }
    }
    return findings
  }

  package func segmentNames() throws(FileError) -> [SegmentName] {
    try files.list(directory).compactMap { SegmentName($0) }.sorted()
  }

  /// Performs steps 2 to 7 for one segment; returns nil when its format is of a later version.
  package func scan(
    _ name: SegmentName, previous: SegmentSummary? = nil
  ) throws(FileError) -> SegmentSummary? {
    let file = try OpenFile(directory + "/" + name.fileName, .read, in: files)
    let size = try file.status().size
    let header: SegmentHeader?
    switch try file.read(SegmentHeader.size, at: 0).withUnsafeBytes({ SegmentHeader.read($0) }) {
    case .intact(let intact): header = intact.name == name ? intact : nil
    case .unknownVersion: return nil
    case .damaged: header = nil
    }
    if let header, let (seal, ticks) = try seal(of: file, size: size, lane: name.lane),
      seal.isPossible(after: header.baseIndex)
    {
      var summary = SegmentSummary(
        name: name, header: header, firstIndex: header.baseIndex, lastIndex: seal.lastIndex,
        events: Int(seal.events), bytes: size, state: .sealed)
      summary.ticks = ticks
      return summary
    }
    return try scan(file, name, header, previous)
  }

  private func seal(
    of file: OpenFile, size: Int, lane: LaneID
  ) throws(FileError) -> (Seal, ticks: UInt32)? {
    guard size >= SegmentHeader.size + Seal.recordSize else { return nil }
    return try file.read(Seal.recordSize, at: size - Seal.recordSize)
      .withUnsafeBytes { Seal.read(tail: $0, lane: lane) }
  }

  private func scan(
    _ file: OpenFile, _ name: SegmentName, _ header: SegmentHeader?, _ previous: SegmentSummary?
  ) throws(FileError) -> SegmentSummary {
    // Without its header, a segment is assumed to begin with its first event: numbers missing
    // before that event are missing from the lane. The segment may even begin before the end of the
    // previous one, and contain its last events again.
    let base = header?.baseIndex ?? (name.number == 1 ? 1 : nil)
    let first = base ?? Self.first(of: name, after: previous)
    var summary = SegmentSummary(
      name: name, header: header, firstIndex: first, lastIndex: first - 1, events: 0,
      bytes: SegmentHeader.size, state: .open)
    // Tried before the file is read, so that no record is missed that the writer adds before it
    // releases the lock.
    let hasNoWriter = try file.tryLock()
    var scanner = SegmentScanner(file, lane: name.lane, after: (base ?? 1) - 1)
    while let item = try scanner.next() {
      summary.add(item, baseIsKnown: base != nil)
    }
    if summary.state == .open, hasNoWriter {
      summary.state = .abandoned
      // This process has the lock: a second one proves that locks prove nothing.
      summary.mayGrow = try OpenFile(file.path, .read, in: files).tryLock()
    }
    return summary
  }

  /// Returns the number after the lane's last one, for a segment that contains no event.
  private static func first(of name: SegmentName, after previous: SegmentSummary?) -> UInt32 {
    guard let previous, previous.lane == name.lane else { return 1 }
    return previous.lastIndex + 1
  }
}

extension SegmentSummary {
  fileprivate mutating func add(_ item: SegmentScanner.Item, baseIsKnown: Bool) {
    switch item {
    case .damage(_, let length, reachesEnd: true): tornBytes = length
    case .damage(_, let length, reachesEnd: false): damagedBytes += length
    case .record(let frame, let offset, _):
      bytes = offset + frame.total
      ticks = frame.ticks
      if frame.type == .seal { state = .sealed }
      guard frame.type == .event else { return }
      if events == 0, !baseIsKnown { firstIndex = frame.index }
      events += 1
      lastIndex = frame.index
    }
  }
}
