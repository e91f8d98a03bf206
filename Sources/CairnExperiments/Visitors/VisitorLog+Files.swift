import Cairn

/// Reads the files of other processes and of earlier launches.
extension VisitorLog {
  /// The contents of the files.
  private struct Found {
    var files: [String: VisitorFile] = [:]
    /// The visitors' states, in the order of their records.
    var entries = RecentlyUsed<VisitorMemory.Entry>()
    /// The greatest stamp up to a visitor's record in its file.
    ///
    /// A later record means a later use, even if the state changed long ago.
    var uses: [CodeUnitKey: UInt64] = [:]

    /// The entries, in the order of use.
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

  /// Reads all files, keeps those whose writers have ended, and returns the entries in the order of
  /// use.
  mutating func readFiles() throws(FileError) -> RecentlyUsed<VisitorMemory.Entry> {
    var found = Found()
    // A missing file was just rewritten to a new one by another process.
    var tries = 3
    while try !readFiles(&found), tries > 0 { tries -= 1 }
    left = found.files.values.filter(\.isFree)
    read = Set(found.files.keys)
    var entries = found.inOrder
    forgetOldest(&entries)
    return entries
  }

  /// Reads the files that were not read yet; returns whether all that were listed could be read.
  ///
  /// With `counting`, their records count as live.
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
      guard let plain = try folder.encryption.unbox(content, as: Self.box),
        let record = VisitorRecord(plain)
      else { continue }
      let visitor = visitorNames.stored(record.visitor)
      // The record was stored with other redaction rules.
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

  /// Applies what other processes have changed or removed since their files were read, so that this
  /// process does not write it again.
  ///
  /// A stored visitor who is in no file any more was removed by the process that had the file.
  mutating func readOthers() throws(FileError) {
    var found = Found()
    var tries = 3
    while try !readFiles(&found, counting: false), tries > 0 { tries -= 1 }
    for entry in known.inOrder where unsaved[CodeUnitKey(entry.name)] == nil {
      let stored = found.entries[entry.name]
      if let stored, stored.stamp > entry.value.stamp {
        memory.with(asOf: erasures) { $0.update(entry.name) { $0 = stored } }
      } else if stored == nil, entry.value.size > 0 {
        memory.with(asOf: erasures) { _ = $0.remove(entry.name) }
      }
    }
  }
}
