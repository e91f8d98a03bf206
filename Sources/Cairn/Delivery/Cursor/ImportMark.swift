/// The progress of an import into the journal: the lane of the importer, and the number of the
/// first event in it that the importer has not noted yet.
///
/// An importer appends events to a lane that nothing else writes to, and then writes the mark. If
/// the process is killed in between, the events that the lane has from `next` on are exactly those
/// that were appended after the mark, so the importer passes over them when it reads its source
/// again. For that, the segments with these events stay in the journal until the next mark, also
/// when all destinations have settled them.
package struct ImportMark {
  /// `EVJIMP1\0`.
  package static let magic: UInt64 = 0x0031_504D_494A_5645
  package static let slotSize = 8_192
  /// The size of the lane and the number, which a note of the importer follows.
  package static let headerSize = 12

  package let lane: LaneID
  package let next: UInt32

  /// Reads the begin of a slot; nil when it is too short.
  package init?(_ content: [UInt8]) {
    guard content.count >= Self.headerSize else { return nil }
    (lane, next) = content.withUnsafeBytes { bytes in
      (
        LaneID(rawValue: bytes.littleEndian(UInt64.self, at: 0)),
        bytes.littleEndian(UInt32.self, at: 8)
      )
    }
  }

  /// Returns the path of the mark in a journal's folder.
  package static func path(in journal: String) -> String { journal + "/migration/mark" }

  /// Returns the mark that another process may be writing; nil when there is none.
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

  /// Returns whether a segment has events that are not noted.
  func holds(_ segment: SegmentSummary) -> Bool {
    segment.lane == lane && segment.lastIndex >= next
  }
}
