/// Where a destination's cursor is kept.
package struct CursorFile: Sendable {
  /// `EVJSTA1\0`.
  package static let magic: UInt64 = 0x0031_4154_534A_5645
  /// Room for about four thousand lanes and ranges, and far enough apart that one torn page cannot take both.
  package static let slotSize = 65_536

  private let file: SlotFile
  /// What the file held when it was opened; nil when it was new or is damaged in both slots.
  package let stored: Cursor?

  /// Opens the file or makes it, and has it alone for as long as this lives; nil when somebody else has.
  package init?(_ path: String, files: any FileSystem) throws(FileError) {
    let locked = try SlotFile.locked(
      path, magic: Self.magic, slotSize: Self.slotSize, files: files)
    guard let locked else { return nil }
    file = locked
    stored = Self.merge(file.slots)
  }

  /// Counts the commits; what somebody else has committed since shows by it.
  package var generation: UInt64 { file.lastGeneration }

  /// The cursor in a file that somebody else may be writing to; nil when neither slot is whole.
  ///
  /// Changes nothing.
  package static func read(_ path: String, files: any FileSystem) throws(FileError) -> Cursor? {
    merge(try SlotFile.slots(at: path, magic: magic, slotSize: slotSize, files: files))
  }

  /// The newer slot; what either has settled is settled.
  private static func merge(_ slots: [SlotFile.Slot]) -> Cursor? {
    let cursors = slots.compactMap { slot in slot.content.withUnsafeBytes { Cursor($0) } }
    guard var newest = cursors.first else { return nil }
    for older in cursors.dropFirst() { newest.settled.merge(older.settled) }
    return newest
  }

  /// The next commit goes to the slot that was written last.
  package func skipSlot() { file.skipSlot() }

  /// Replaces the cursor: when it returns, the new one survives the death of the process, and when it is synced a loss
  /// of power.
  package func commit(_ cursor: Cursor, sync: SyncStrength?) throws(FileError) {
    try file.write(cursor.encoded())
    if let sync { try file.sync(sync) }
  }
}
