import Cairn

/// What other files than the process's own have.
extension VisitorLog {
  /// What the files have.
  private struct Found {
    var files: [String: VisitorFile] = [:]
    /// In the order in which they stand.
    var entries = RecentlyUsed<VisitorMemory.Entry>()
    /// The greatest stamp up to a visitor's record in its file: whoever stands there was used after those before it, though
    /// it may have been changed long ago.
    var uses: [ExactText: UInt64] = [:]

    /// In the order of their use.
    var inOrder: RecentlyUsed<VisitorMemory.Entry> {
      let order = entries.inOrder.enumerated().map { place, entry in
        (name: entry.name, use: uses[entry.name] ?? 0, place: place)
      }
      var entries = entries
      for entry in order.sorted(by: { ($0.use, $0.place) < ($1.use, $1.place) }) {
        _ = entries.use(entry.name)
      }
      return entries
    }
  }

  /// Reads all files, and holds those whose writers have ended; what is in them, in the order of its use.
  mutating func readFiles() throws(FileError) -> RecentlyUsed<VisitorMemory.Entry> {
    var found = Found()
    // One that is gone was written to a new one a moment ago, by a process that goes on.
    var tries = 3
    while try !readFiles(&found), tries > 0 { tries -= 1 }
    left = found.files.values.filter(\.isFree)
    read = Set(found.files.keys)
    var entries = found.inOrder
    forgetOldest(&entries)
    return entries
  }

  /// Whether all that were listed could be read.
  ///
  /// `counting`: whether what they have counts as live from now on.
  private mutating func readFiles(
    _ found: inout Found, counting: Bool = true
  ) throws(FileError) -> Bool {
    var isComplete = true
    for name in try names() where found.files[name] == nil {
      guard let id = VisitorFile.id(name) else { continue }
      do throws(FileError) {
        let live = live
        let file = try VisitorFile(name, id, in: folder)
        try take(file.records(), &found)
        if !counting { self.live = live }
        found.files[name] = file
      } catch {
        guard error.code == FileError.missing else { throw error }
        isComplete = false
      }
    }
    return isComplete
  }

  private func names() throws(FileError) -> [String] {
    do throws(FileError) {
      return try folder.files.list(folder.path).sorted()
    } catch {
      if error.code == FileError.missing { return [] }
      throw error
    }
  }

  private mutating func take(
    _ records: [(stamp: UInt64, content: [UInt8])], _ found: inout Found
  ) throws(FileError) {
    var greatest: UInt64 = 0
    for (stamp, content) in records where stamp < 1 << 62 {
      guard let plain = try folder.vault.unbox(content, as: Self.box),
        let record = VisitorRecord(plain)
      else { continue }
      let visitor = visitorNames.stored(record.visitor)
      // It was stored before the rules of redaction were what they are.
      if !visitor.isIdentical(to: record.visitor) { mustCompact = true }
      greatest = max(greatest, stamp)
      lastStamp = max(lastStamp, stamp)
      found.uses[visitor] = max(found.uses[visitor] ?? 0, greatest)
      let known = found.entries.use(visitor)
      if let known, known.stamp >= stamp { continue }
      let size = content.count + VisitorFile.recordHeaderSize
      live += size - (known?.size ?? 0)
      found.entries.set(
        visitor, VisitorMemory.Entry(state: record.state, stamp: stamp, size: size))
    }
  }

  /// Takes in what other processes have changed or forgotten since they were read: it must not come back by what is
  /// written here.
  ///
  /// Whoever was stored and is in no file any more was forgotten by the process that had the file.
  mutating func hearOthers() throws(FileError) {
    var found = Found()
    var tries = 3
    while try !readFiles(&found, counting: false), tries > 0 { tries -= 1 }
    for entry in known.inOrder where unsaved[ExactText(entry.name)] == nil {
      let stored = found.entries[entry.name]
      if let stored, stored.stamp > entry.value.stamp {
        memory.with(asOf: erasures) { $0.update(entry.name) { $0 = stored } }
      } else if stored == nil, entry.value.size > 0 {
        memory.with(asOf: erasures) { _ = $0.remove(entry.name) }
      }
    }
  }
}
