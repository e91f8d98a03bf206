import Cairn

/// The file of an import's mark, locked as long as the object lives, so that one process imports at
/// a time.
final class ImportMarkFile: Sendable {
  private let file: DoubleSlotFile
  /// The mark that the file had when it was opened, and its note; nil when it had none.
  let stored: (mark: ImportMark, note: [UInt8])?

  /// Opens or makes the file; nil when another process imports.
  init?(_ path: String, files: any FileSystem) throws(FileError) {
    let locked = try DoubleSlotFile.locked(
      path, magic: ImportMark.magic, slotSize: ImportMark.slotSize, files: files)
    guard let locked else { return nil }
    file = locked
    stored = locked.slots.first.flatMap { slot in
      ImportMark(slot.content).map { ($0, Array(slot.content[ImportMark.headerSize...])) }
    }
  }

  /// Replaces the mark; when the call returns, it survives a loss of power.
  func commit(lane: LaneID, next: UInt32, note: [UInt8]) throws(FileError) {
    var buffer = OutputBuffer(capacity: ImportMark.headerSize + note.count)
    buffer.append(littleEndian: lane.rawValue)
    buffer.append(littleEndian: next)
    buffer.append(note)
    try file.write(Array(buffer.bytes))
    try file.sync(.durable)
  }
}
