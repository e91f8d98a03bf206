/// The file that stores a destination's cursor.
///
/// The file grows with the cursor: by 16 bytes for each lane that has files in the journal, and for
/// each settled range beyond its lane's prefix. It shrinks again when they are gone.
package final class CursorFile: Sendable {
  /// The magic number `EVJSTA1\0`.
  package static let magic: UInt64 = 0x0031_4154_534A_5645
  /// The slot size, which holds about four thousand lanes and ranges, and separates the slots so
  /// far that one torn page cannot destroy both.
  package static let slotSize = 65_536
  /// The maximum slot size, which holds a million lanes and ranges.
  package static let mostSlotSize = 16 << 20

  private let path: String
  private let files: any FileSystem
  private let file: Locked<DoubleSlotFile>
  /// The cursor that the file held when it was opened; nil when the file was new, or both slots
  /// were damaged.
  package let stored: Cursor?

  /// Opens or makes the file and locks it as long as this object lives; nil when another process
  /// has the lock.
  package init?(_ path: String, files: any FileSystem) throws(FileError) {
    self.path = path
    self.files = files
    guard let locked = try Self.locked(path, files) else { return nil }
    stored = Self.merge(locked.slots)
    file = Locked(locked)
  }

  private static func locked(
    _ path: String, _ files: any FileSystem
  ) throws(FileError) -> DoubleSlotFile? {
    // Before the lock is taken, another process may replace the file with one of another size.
    for _ in 0..<8 {
      let size = try slotSize(at: path, files: files)
      let locked = try DoubleSlotFile.locked(path, magic: magic, slotSize: size, files: files)
      guard let locked else { return nil }
      if try slotSize(at: path, files: files) == size { return locked }
    }
    throw FileError(call: "lock", path: path, code: FileError.busy)
  }

  /// Returns the size of each slot of the file: half of its length, if it has grown.
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

  /// The number of commits, which shows whether another process has committed since.
  package var generation: UInt64 { file.withLock { $0.lastGeneration } }

  /// Reads the cursor of a file that another process may be writing; nil when neither slot is
  /// whole.
  ///
  /// Changes nothing.
  package static func read(_ path: String, files: any FileSystem) throws(FileError) -> Cursor? {
    try readWithGeneration(path, files: files)?.cursor
  }

  /// Reads the same with the number of commits.
  static func readWithGeneration(
    _ path: String, files: any FileSystem
  ) throws(FileError) -> (cursor: Cursor, generation: UInt64)? {
    let size = try slotSize(at: path, files: files)
    let slots = try DoubleSlotFile.slots(at: path, magic: magic, slotSize: size, files: files)
    return merge(slots).map { ($0, slots.first?.generation ?? 0) }
  }

  /// Creates a file with this cursor, in place of any other, whose number of commits is the next
  /// one after `generation`; it survives a loss of power once its name is synced.
  static func make(
    _ path: String, _ cursor: Cursor, after generation: UInt64, files: any FileSystem
  ) throws(FileError) {
    try files.removeAll(path)
    let content = cursor.encoded()
    let file = try DoubleSlotFile(
      path, magic: magic, slotSize: size(for: content.count), files: files)
    file.advance(to: generation)
    try file.write(content)
    try file.sync()
  }

  /// Returns whether no cursor was ever committed to the file and no process has it locked.
  package static func isBlank(_ path: String, files: any FileSystem) throws(FileError) -> Bool {
    let file = try OpenFile(path, .read, in: files)
    for offset in [0, slotSize] {
      let head = try file.read(DoubleSlotFile.headerSize, at: offset)
      guard head.allSatisfy({ $0 == 0 }) else { return false }
    }
    return try file.tryLock()
  }

  /// Returns the cursor of the newer slot, with the settled positions of both.
  private static func merge(_ slots: [DoubleSlotFile.Slot]) -> Cursor? {
    let cursors = slots.compactMap { slot in slot.content.withUnsafeBytes { Cursor($0) } }
    guard var newest = cursors.first else { return nil }
    for older in cursors.dropFirst() { newest.settled.merge(older.settled) }
    return newest
  }

  /// Makes the next commit write to the slot that was written last.
  package func skipSlot() { file.withLock { $0.skipSlot() } }

  /// Replaces the cursor.
  ///
  /// When the call returns, the new cursor survives the death of the process. If it is synced, it
  /// also survives a loss of power.
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
  /// Returns the maximum number of bytes by which the response to the batch in flight can enlarge
  /// the cursor.
  ///
  /// The worst case is a response that asks for every second event again.
  private static func mostAnswered(_ cursor: Cursor) -> Int {
    let ranges = cursor.inFlight?.ranges ?? []
    // A forged cursor may contain anything.
    return 16 * min(ranges.count + ranges.total / 2, 65_536)
  }

  /// Resizes the file before a batch is sent, so that its response can be stored.
  private func makeRoom(
    for length: Int, _ more: Int, in file: inout DoubleSlotFile
  ) throws(FileError) {
    let wanted = Self.size(for: length + more)
    let needed = Self.size(for: length)
    let size = file.capacity + DoubleSlotFile.headerSize
    if needed > size {
      try resize(&file, to: max(needed, wanted))
    } else if wanted > size || wanted <= size / 4 {
      // If there is no space now, the batch is sent all the same; a response that does not fit
      // makes the batch be sent again.
      try? resize(&file, to: wanted)
    }
  }

  private static func size(for length: Int) -> Int {
    var size = slotSize
    while size - DoubleSlotFile.headerSize < length, size < mostSlotSize { size *= 2 }
    return size
  }

  /// Continues in a file of another size, which gets the same values and then replaces this one.
  private func resize(_ file: inout DoubleSlotFile, to size: Int) throws(FileError) {
    let fresh = path + ".new"
    do throws(FileError) {
      try files.remove(fresh)
    } catch {
      guard error.code == FileError.missing else { throw error }
    }
    do throws(FileError) {
      let slots = try DoubleSlotFile.slots(
        at: path, magic: Self.magic, slotSize: file.capacity + DoubleSlotFile.headerSize,
        files: files)
      let locked = try DoubleSlotFile.locked(fresh, magic: Self.magic, slotSize: size, files: files)
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
