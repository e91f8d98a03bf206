import Cairn

/// What a store of visitors knows, and the files that it is in.
///
/// Whoever holds the store's lock has it. Calls return what is to be said, once, when the disk begins to refuse.
struct VisitorLog: Sendable {
  /// Less is not worth a new file.
  private static let leastWaste = 65_536
  private static let mostFiles = 8

  let folder: UserFolder
  private let most: Int
  var entries = RecentlyUsed<VisitorStore.Entry>()
  /// Visitors who were changed since the disk last took something.
  private var unsaved: Set<String> = []
  /// Under which all this was remembered.
  private var erasures: UInt64
  /// The file that this process writes to; none before the first change.
  private var own: VisitorFile?
  /// Files of processes that have ended: removed when all that is in them lies in another one.
  private var left: [VisitorFile] = []
  /// Names of files that are read, whether or not their writers have ended.
  private var read: Set<String> = []
  private var isOpen = false
  /// Who was forgotten before it was open.
  private var forgotten: Set<String> = []
  /// Whether what is on the disk has somebody who was forgotten.
  private var mustCompact = false
  /// Bytes of the largest record that was too large to be stored; 0 when none was.
  private var largest = 0
  private var isInTrouble = false
  private var lastStamp: UInt64 = 0
  /// Bytes of the records that count.
  private var live = 0
  /// How large the files may grow before another one is tried again.
  private var patience = 0

  init(_ folder: UserFolder, most: Int) {
    self.folder = folder
    self.most = max(1, most)
    erasures = folder.erasures
  }

  /// Reads what is there, unless nothing may be.
  mutating func open() -> String? {
    guard !isOpen, folder.mayStore else { return nil }
    let early = entries
    entries = RecentlyUsed()
    do throws(FileError) {
      try readFiles()
      isOpen = true
      join(early)
      return nil
    } catch {
      (entries, live) = (early, 0)
      return trouble(error)
    }
  }

  /// Adds what was changed before this was open.
  private mutating func join(_ early: RecentlyUsed<VisitorStore.Entry>) {
    for (visitor, entry) in early.inOrder {
      let stored = forgotten.contains(visitor) ? nil : entries[visitor]?.state
      let state = stored.map(entry.state.joined) ?? entry.state
      let size = entries[visitor]?.size ?? 0
      entries.set(visitor, VisitorStore.Entry(state: state, stamp: nextStamp(), size: size))
    }
    mustCompact = mustCompact || !forgotten.isEmpty
    forgotten = []
    forgetOldest()
  }

  /// Forgets all if it was erased.
  mutating func follow() -> String? {
    let erasures = folder.erasures
    guard erasures != self.erasures else { return nil }
    self = VisitorLog(folder, most: most)
    self.erasures = erasures
    return open()
  }

  /// Takes a visitor's new state, and stores it.
  mutating func set(_ visitor: String, _ state: VisitorState) -> String? {
    let size = entries[visitor]?.size ?? 0
    let entry = VisitorStore.Entry(state: state, stamp: nextStamp(), size: size)
    entries.set(visitor, entry)
    unsaved.insert(visitor)
    forgetOldest()
    return trySave()
  }

  /// Takes that nothing is remembered of a visitor, and that nothing of them may stay on the disk.
  mutating func forget(_ visitor: String) -> String? {
    guard entries[visitor] != nil || !isOpen else { return nil }
    if isOpen { mustCompact = true } else { forgotten.insert(visitor) }
    return set(visitor, VisitorState())
  }

  private mutating func trySave() -> String? {
    guard isOpen, folder.mayStore else { return nil }
    do throws(FileError) {
      let most = largest
      try save()
      isInTrouble = false
      return most == 0 && largest > 0
        ? "what is remembered of a visitor holds for this run alone: it has \(largest) bytes" : nil
    } catch {
      return trouble(error)
    }
  }

  func sync() throws(FileError) {
    if let own { try Self.sync(own, in: folder) }
  }

  /// The file, its name, and that of the folder.
  private static func sync(_ file: VisitorFile, in folder: UserFolder) throws(FileError) {
    try file.sync()
    try folder.files.syncDirectory(folder.path)
    if let slash = folder.path.lastIndex(of: "/") {
      try folder.files.syncDirectory(String(folder.path[..<slash]))
    }
  }

  private mutating func trouble(_ error: FileError) -> String? {
    // Erased a moment ago: the next call finds out.
    if error.code == FileError.stale { return nil }
    defer { isInTrouble = true }
    return isInTrouble
      ? nil : "what is remembered of visitors holds for this run alone: \(error)"
  }

  /// Later than all before, whatever the clock on the wall says.
  private mutating func nextStamp() -> UInt64 {
    lastStamp = max(lastStamp + 1, UInt64(clamping: folder.clock.now().wall))
    return lastStamp
  }

  private mutating func forgetOldest() {
    while entries.count > most, let oldest = entries.removeOldest() {
      live -= oldest.value.size
      unsaved.remove(oldest.name)
    }
  }
}

extension VisitorLog {
  /// Stores what is not stored yet, by a write at the end of the file, or by a new file when too much in the old ones
  /// counts no more.
  private mutating func save() throws(FileError) {
    if own?.isThere == false {
      // Somebody has removed the folder: what was in it is here.
      (own, left) = (nil, [])
      unsaved = Set(entries.inOrder.map(\.name))
    }
    var file: VisitorFile
    if let own { file = own } else { file = try VisitorFile(in: folder, asOf: erasures) }
    let saved = try append(unsaved.sorted(), to: &file)
    own = file
    count(saved)
    unsaved = []
    let bytes = left.reduce(file.end) { $0 + $1.end }
    if mustCompact {
      // The next change tries again.
      mustCompact = (try? compact()) == nil
      return
    }
    guard left.count > Self.mostFiles || bytes > max(Self.leastWaste, 3 * live), bytes > patience
    else { return }
    // What is to be stored is stored. Where there is no room for a second file, there may be later.
    patience = (try? compact()) == nil ? 2 * bytes : 0
  }

  /// The sizes of the records.
  private mutating func append(
    _ visitors: [String], to file: inout VisitorFile
  ) throws(FileError) -> [String: Int] {
    var records: [(UInt64, [UInt8])] = []
    var sizes: [String: Int] = [:]
    for visitor in visitors {
      guard let entry = entries[visitor] else { continue }
      let plain = VisitorRecord(visitor: visitor, state: entry.state).encoded
      let content = try folder.vault.box(plain, as: Self.box)
      guard content.count <= VisitorRecord.mostBytes else {
        largest = max(largest, content.count)
        continue
      }
      records.append((entry.stamp, content))
      sizes[visitor] = content.count + VisitorFile.recordHeaderSize
    }
    try file.append(records)
    return sizes
  }

  /// What is authenticated with a record's content.
  private static var box: String { "visitor" }

  private mutating func count(_ sizes: [String: Int]) {
    for (visitor, size) in sizes {
      live += size - (entries[visitor]?.size ?? 0)
      entries.update(visitor) { $0.size = size }
    }
  }

  /// Writes all that counts to a new file, and removes the old ones when it is on the disk.
  private mutating func compact() throws(FileError) {
    guard let old = own else { return }
    var file = try VisitorFile(in: folder, asOf: erasures)
    // Whoever is forgotten needs to stand nowhere, unless in a file of another process.
    let others = read.subtracting(left.map(\.name))
    let all = entries.inOrder
    for entry in all where others.isEmpty && entry.value.state == VisitorState() {
      entries.remove(entry.name)
    }
    let saved: [String: Int]
    do throws(FileError) {
      saved = try append(all.map(\.name), to: &file)
    } catch {
      try? folder.files.remove(VisitorFile.path(file.name, in: folder))
      throw error
    }
    live = saved.values.reduce(0, +)
    for (visitor, size) in saved { entries.update(visitor) { $0.size = size } }
    remove(left + [old], after: file)
    read.subtract(left.map(\.name))
    (own, left) = (file, [])
  }

  /// Not on the caller's thread, who need not wait for the disk.
  private func remove(_ files: [VisitorFile], after file: VisitorFile) {
    Task.detached(priority: .utility) { [folder] in
      do throws(FileError) {
        try Self.sync(file, in: folder)
        for old in files { try folder.files.remove(VisitorFile.path(old.name, in: folder)) }
      } catch {
        // They are read once more, and say nothing new.
      }
    }
  }
}

extension VisitorLog {
  /// Reads all files, and holds those whose writers have ended.
  private mutating func readFiles() throws(FileError) {
    var found: [String: VisitorFile] = [:]
    // One that is gone was written to a new one a moment ago, by a process that goes on.
    var tries = 3
    while try !readFiles(&found), tries > 0 { tries -= 1 }
    left = found.values.filter(\.isFree)
    read = Set(found.keys)
    let order = entries.inOrder.sorted { $0.value.stamp < $1.value.stamp }
    for entry in order { _ = entries.use(entry.name) }
    forgetOldest()
  }

  /// Whether all that were listed could be read.
  private mutating func readFiles(_ found: inout [String: VisitorFile]) throws(FileError) -> Bool {
    var isComplete = true
    for name in try names() where found[name] == nil {
      guard let id = VisitorFile.id(name) else { continue }
      do throws(FileError) {
        let file = try VisitorFile(name, id, in: folder)
        try take(file.records())
        found[name] = file
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

  private mutating func take(_ records: [(stamp: UInt64, content: [UInt8])]) throws(FileError) {
    for (stamp, content) in records where stamp < 1 << 62 {
      guard let plain = try folder.vault.unbox(content, as: Self.box),
        let record = VisitorRecord(plain)
      else { continue }
      lastStamp = max(lastStamp, stamp)
      let known = entries[record.visitor]
      if let known, known.stamp >= stamp { continue }
      let size = content.count + VisitorFile.recordHeaderSize
      live += size - (known?.size ?? 0)
      entries.set(
        record.visitor, VisitorStore.Entry(state: record.state, stamp: stamp, size: size))
    }
  }
}
