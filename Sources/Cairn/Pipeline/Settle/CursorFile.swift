/// Where a destination's cursor is kept.
///
/// The file grows with what the cursor must know: 16 bytes for each lane of which the journal has files, and for each
/// range that is settled beyond its lane's. It shrinks again when they are gone.
package final class CursorFile: Sendable {
  /// `EVJSTA1\0`.
  package static let magic: UInt64 = 0x0031_4154_534A_5645
  /// Room for about four thousand lanes and ranges, and far enough apart that one torn page cannot take both.
  package static let slotSize = 65_536
  /// Room for a million lanes and ranges.
  package static let mostSlotSize = 16 << 20

  private let path: String
  private let files: any FileSystem
  private let file: Locked<SlotFile>
  /// What the file held when it was opened; nil when it was new or is damaged in both slots.
  package let stored: Cursor?

  /// Opens the file or makes it, and has it alone for as long as this lives; nil when somebody else has.
  package init?(_ path: String, files: any FileSystem) throws(FileError) {
    self.path = path
    self.files = files
    guard let locked = try Self.locked(path, files) else { return nil }
    stored = Self.merge(locked.slots)
    file = Locked(locked)
  }

  private static func locked(
    _ path: String, _ files: any FileSystem
  ) throws(FileError) -> SlotFile? {
    // Before it is locked, another process may replace it by one of another size.
    for _ in 0..<8 {
      let size = try slotSize(at: path, files: files)
      let locked = try SlotFile.locked(path, magic: magic, slotSize: size, files: files)
      guard let locked else { return nil }
      if try slotSize(at: path, files: files) == size { return locked }
    }
    throw FileError(call: "lock", path: path, code: FileError.busy)
  }

  /// How long each slot of the file is: half of it, if it has grown.
  package static func slotSize(at path: String, files: any FileSystem) throws(FileError) -> Int {
    do throws(FileError) {
      let size = try OpenFile(path, .read, in: files).status().size / 2
      let isOurs = size > slotSize && size <= mostSlotSize && size & (size - 1) == 0
      return isOurs ? size : slotSize
    } catch {
      guard error.code == FileError.missing else { throw error }
      return slotSize
    }
  }

  /// Counts the commits; what somebody else has committed since shows by it.
  package var generation: UInt64 { file.withLock { $0.lastGeneration } }

  /// The cursor in a file that somebody else may be writing to; nil when neither slot is whole.
  ///
  /// Changes nothing.
  package static func read(_ path: String, files: any FileSystem) throws(FileError) -> Cursor? {
    let size = try slotSize(at: path, files: files)
    return merge(try SlotFile.slots(at: path, magic: magic, slotSize: size, files: files))
  }

  /// Whether a file was made and nothing was ever committed to it, and nobody is about to.
  package static func isBlank(_ path: String, files: any FileSystem) throws(FileError) -> Bool {
    let file = try OpenFile(path, .read, in: files)
    for offset in [0, slotSize] {
      let head = try file.read(SlotFile.headerSize, at: offset)
      guard head.allSatisfy({ $0 == 0 }) else { return false }
    }
    return try file.tryLock()
  }

  /// The newer slot; what either has settled is settled.
  private static func merge(_ slots: [SlotFile.Slot]) -> Cursor? {
    let cursors = slots.compactMap { slot in slot.content.withUnsafeBytes { Cursor($0) } }
    guard var newest = cursors.first else { return nil }
    for older in cursors.dropFirst() { newest.settled.merge(older.settled) }
    return newest
  }

  /// The next commit goes to the slot that was written last.
  package func skipSlot() { file.withLock { $0.skipSlot() } }

  /// Replaces the cursor: when it returns, the new one survives the death of the process, and when it is synced a loss
  /// of power.
  package func commit(_ cursor: Cursor, sync: SyncStrength?) throws(FileError) {
    let content = cursor.encoded()
    try file.withLock { (file) throws(FileError) in
      try makeRoom(for: content.count, Self.mostAnswered(cursor), in: &file)
      try file.write(content)
      if let sync { try file.sync(sync) }
    }
  }
}

extension CursorFile {
  /// How many bytes the cursor may take more when the batch under way has its answer: each second event may be asked
  /// for again.
  private static func mostAnswered(_ cursor: Cursor) -> Int {
    let ranges = cursor.inFlight?.ranges ?? []
    // A forged cursor may say anything.
    return 16 * min(ranges.count + ranges.total / 2, 65_536)
  }

  /// Before a batch is sent, so that its answer can be written down.
  private func makeRoom(
    for length: Int, _ more: Int, in file: inout SlotFile
  ) throws(FileError) {
    let wanted = Self.size(for: length + more)
    let needed = Self.size(for: length)
    let size = file.capacity + SlotFile.headerSize
    if needed > size {
      try resize(&file, to: max(needed, wanted))
    } else if wanted > size || wanted <= size / 4 {
      // If there is no room for it now the batch goes all the same: an answer that does not fit is asked for again.
      try? resize(&file, to: wanted)
    }
  }

  private static func size(for length: Int) -> Int {
    var size = slotSize
    while size - SlotFile.headerSize < length, size < mostSlotSize { size *= 2 }
    return size
  }

  /// Goes on in a file of another size, which has the same values and takes the name of this one.
  private func resize(_ file: inout SlotFile, to size: Int) throws(FileError) {
    let fresh = path + ".new"
    do throws(FileError) {
      try files.remove(fresh)
    } catch {
      guard error.code == FileError.missing else { throw error }
    }
    do throws(FileError) {
      let slots = try SlotFile.slots(
        at: path, magic: Self.magic, slotSize: file.capacity + SlotFile.headerSize, files: files)
      let locked = try SlotFile.locked(fresh, magic: Self.magic, slotSize: size, files: files)
      guard let locked, slots.allSatisfy({ $0.content.count <= locked.capacity }) else {
        throw FileError(call: "resize", path: fresh, code: FileError.busy)
      }
      for slot in slots.reversed() {
        locked.advance(to: slot.generation - 1)
        try locked.write(slot.content)
      }
      try locked.sync()
      locked.advance(to: file.lastGeneration)
      try files.move(fresh, to: path)
      file = locked
    } catch {
      try? files.remove(fresh)
      throw error
    }
    try files.syncDirectory(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
  }
}
