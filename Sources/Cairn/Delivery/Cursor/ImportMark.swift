/// How far an import into the journal has got: the number of the next event in the importer's own
/// lane, and what the importer has noted about its source.
///
/// An importer appends events to a lane that nothing else writes to, and then commits the mark. If
/// the process is killed in between, the events that the lane has from `next` on are exactly those
/// that were appended after the mark, so the importer passes over them when it reads its source
/// again. For that, the segments with these events stay in the journal until the next commit, also
/// when all destinations have settled them.
package struct ImportMark: Equatable, Sendable {
  /// `EVJIMP1\0`.
  static let magic: UInt64 = 0x0031_504D_494A_5645
  static let slotSize = 8_192

  /// The lane, and the number of the first event in it that the note does not count.
  package var lane: LaneID
  package var next: UInt32
  /// The importer's note.
  package var note: [UInt8]

  package init(lane: LaneID, next: UInt32, note: [UInt8]) {
    self.lane = lane
    self.next = next
    self.note = note
  }

  /// Returns whether a segment has events that the note does not count.
  func holds(_ segment: SegmentSummary) -> Bool {
    segment.lane == lane && segment.lastIndex >= next
  }

  /// Returns the mark of a file that another process may be writing; nil when there is none.
  static func read(_ path: String, _ files: any FileSystem) throws(FileError) -> ImportMark? {
    do throws(FileError) {
      let slots = try DoubleSlotFile.slots(
        at: path, magic: magic, slotSize: slotSize, files: files)
      return slots.first.flatMap { ImportMark($0.content) }
    } catch {
      if error.code == FileError.missing || error.code == FileError.notDirectory { return nil }
      throw error
    }
  }

  init?(_ content: [UInt8]) {
    guard content.count >= 12 else { return nil }
    (lane, next) = content.withUnsafeBytes { bytes in
      (
        LaneID(rawValue: bytes.littleEndian(UInt64.self, at: 0)),
        bytes.littleEndian(UInt32.self, at: 8)
      )
    }
    note = Array(content[12...])
  }

  var content: [UInt8] {
    var buffer = OutputBuffer(capacity: 12 + note.count)
    buffer.append(littleEndian: lane.rawValue)
    buffer.append(littleEndian: next)
    buffer.append(note)
    return Array(buffer.bytes)
  }
}

/// The file of an import's mark, locked as long as the object lives, so that one process imports at
/// a time.
package final class ImportMarkFile: Sendable {
  private let file: DoubleSlotFile
  /// The mark that the file had when it was opened; nil when it had none.
  package let stored: ImportMark?

  /// Opens or makes the file; nil when another process imports.
  package init?(_ path: String, files: any FileSystem) throws(FileError) {
    let locked = try DoubleSlotFile.locked(
      path, magic: ImportMark.magic, slotSize: ImportMark.slotSize, files: files)
    guard let locked else { return nil }
    file = locked
    stored = locked.slots.first.flatMap { ImportMark($0.content) }
  }

  /// Replaces the mark; when the call returns, it survives a loss of power.
  package func commit(_ mark: ImportMark) throws(FileError) {
    try file.write(mark.content)
    try file.sync(.durable)
  }
}
