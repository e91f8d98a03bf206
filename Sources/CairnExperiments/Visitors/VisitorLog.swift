import Cairn

/// The files that store visitors' states.
///
/// It is protected by the store's lock. Methods return a message for the log, once, when storing
/// begins to fail.
struct VisitorLog: Sendable {
  /// The minimum number of bytes for which a new file is worthwhile.
  private static let leastWaste = 65_536
  private static let mostFiles = 8
  /// The maximum number of records in one write.
  private static let mostInWrite = 64

  let folder: UserDataFolder
  let visitorNames: VisitorNames
  private let most: Int
  /// The stored states, and those that could not be stored.
  let memory: VisitorMemory
  /// The entries that were changed and are not stored yet.
  var unsaved: [CodeUnitKey: VisitorMemory.Entry] = [:]
  /// The number of erasures to which this log belongs.
  var erasures: UInt64
  /// The file to which this process writes; nil before the first change.
  var own: VisitorFile?
  /// Files of processes that have ended.
  ///
  /// They are removed when their contents are stored in another file.
  var left: [VisitorFile] = []
  /// The names of the files that were read, whether or not their writers have ended.
  var read: Set<String> = []
  private var isOpen = false
  /// The visitors who were removed before the log was open.
  private var forgotten: Set<CodeUnitKey> = []
  /// Whether the disk has a visitor who was removed.
  var mustCompact = false
  /// Whether it was logged that removed visitors are still on the disk.
  private var isRestSaid = false
  /// Whether the disk may have visitors who were dropped because there were too many.
  private var hasDropped = false
  /// The size of the largest record that was too large to be stored, in bytes; 0 for none.
  private var largest = 0
  private var isInTrouble = false
  var lastStamp: UInt64 = 0
  /// The total size of the live records, in bytes.
  var live = 0
  /// The size of the files above which compaction is tried again.
  private var patience = 0

  init(_ folder: UserDataFolder, _ memory: VisitorMemory, _ names: VisitorNames, most: Int) {
    self.folder = folder
    visitorNames = names
    self.memory = memory
    self.most = max(1, most)
    erasures = folder.erasures
  }

  /// Discards everything after an erasure, and reads the files unless that is done or storage is
  /// not allowed.
  mutating func catchUp() -> String? {
    if folder.erasures != erasures { self = VisitorLog(folder, memory, visitorNames, most: most) }
    guard !isOpen, folder.mayStore else { return nil }
    do throws(FileError) {
      var entries = try readFiles()
      isOpen = true
      join(to: &entries)
      memory.replace(with: entries, asOf: erasures)
      return mustCompact ? rewrite() : nil
    } catch {
      live = 0
      return trouble(error)
    }
  }

  /// Removes data that may no longer be on the disk.
  private mutating func rewrite() -> String? {
    let (sizes, trouble) = trySave()
    guard let sizes else { return trouble }
    count(sizes)
    return tidyUp() ?? trouble
  }

  /// Adds the changes that were made before the log was open.
  private mutating func join(to entries: inout RecentlyUsed<VisitorMemory.Entry>) {
    for (visitor, entry) in known.inOrder {
      let stored = forgotten.contains(visitor) ? nil : entries[visitor]?.state
      let state = stored.map(entry.state.joined) ?? entry.state
      let size = entries[visitor]?.size ?? 0
      let joined = VisitorMemory.Entry(state: state, stamp: nextStamp(), size: size)
      entries.set(visitor, joined)
      unsaved[visitor] = joined
    }
    mustCompact = mustCompact || !forgotten.isEmpty
    forgotten = []
    forgetOldest(&entries)
  }

  /// The entries that are known now.
  var known: RecentlyUsed<VisitorMemory.Entry> {
    memory.with(asOf: erasures) { $0 } ?? RecentlyUsed()
  }

  /// Returns a visitor's state and marks the visitor as used.
  func state(of visitor: String) -> VisitorState {
    memory.with(asOf: erasures) { $0.use(visitor)?.state ?? VisitorState() } ?? VisitorState()
  }

  /// Stores a visitor's new state, and then makes it visible to readers.
  mutating func set(_ visitor: String, _ state: VisitorState) -> String? {
    let size = memory.with(asOf: erasures) { $0[visitor]?.size ?? 0 } ?? 0
    let entry = VisitorMemory.Entry(state: state, stamp: nextStamp(), size: size)
    unsaved[visitor] = entry
    let (sizes, trouble) = trySave(CodeUnitKey(visitor))
    memory.with(asOf: erasures) { entries in
      entries.set(visitor, entry)
      forgetOldest(&entries)
    }
    guard let sizes else { return trouble }
    count(sizes)
    let rest = tidyUp()
    return trouble ?? rest
  }

  /// Removes a visitor's state from memory and disk.
  mutating func forget(_ visitor: String) -> String? {
    let isKnown = memory.with(asOf: erasures) { $0[visitor] != nil } ?? false
    guard isKnown || hasDropped || !isOpen else { return nil }
    if isOpen { mustCompact = true } else { forgotten.insert(CodeUnitKey(visitor)) }
    return set(visitor, VisitorState())
  }

  /// Stores unsaved entries; returns the sizes of the written records, or nil when nothing could be
  /// written.
  ///
  /// `first` is the visitor who was just changed, and is stored before the others.
  private mutating func trySave(
    _ first: CodeUnitKey? = nil
  ) -> (sizes: [CodeUnitKey: Int]?, trouble: String?) {
    guard isOpen, folder.mayStore else { return (nil, nil) }
    do throws(FileError) {
      let most = largest
      let sizes = try save(first)
      isInTrouble = false
      let isNew = most == 0 && largest > 0
      let line = "the state of a visitor applies to this launch only: it has \(largest) bytes"
      return (sizes, isNew ? line : nil)
    } catch {
      return (nil, trouble(error))
    }
  }

  func sync() throws(FileError) {
    if let own { try Self.sync(own, in: folder) }
  }

  /// Syncs the file, its folder, and the folder's parent.
  private static func sync(_ file: VisitorFile, in folder: UserDataFolder) throws(FileError) {
    try file.sync()
    try folder.files.syncDirectory(folder.path)
    if let slash = folder.path.lastIndex(of: "/") {
      try folder.files.syncDirectory(String(folder.path[..<slash]))
    }
  }

  private mutating func trouble(_ error: FileError) -> String? {
    // The data was just erased; the next call detects it.
    if error.code == FileError.stale { return nil }
    defer { isInTrouble = true }
    return isInTrouble
      ? nil : "the state of visitors applies to this launch only: \(error)"
  }

  /// Returns a stamp that is greater than all before, whatever the wall clock says.
  private mutating func nextStamp() -> UInt64 {
    lastStamp = max(lastStamp + 1, UInt64(clamping: folder.clock.now().wall.milliseconds))
    return lastStamp
  }

  mutating func forgetOldest(_ entries: inout RecentlyUsed<VisitorMemory.Entry>) {
    while entries.count > most, let oldest = entries.removeOldest() {
      live -= oldest.value.size
      unsaved[oldest.name] = nil
      hasDropped = true
    }
  }
}

extension VisitorLog {
  /// Appends the entries that are not stored yet; returns the sizes of the records.
  ///
  /// If the disk fails, a change costs at most one write, however many entries wait.
  private mutating func save(_ first: CodeUnitKey?) throws(FileError) -> [CodeUnitKey: Int] {
    if let own, !own.isThere || !own.isOwn {
      // The folder was removed, or another process has taken the file for that of an ended one. Its
      // contents are still in memory.
      (self.own, left) = (nil, [])
      for entry in known.inOrder where unsaved[entry.name] == nil {
        unsaved[entry.name] = entry.value
      }
    }
    var file: VisitorFile
    if let own { file = own } else { file = try VisitorFile(in: folder, asOf: erasures) }
    var sizes: [CodeUnitKey: Int] = [:]
    var first = first
    repeat {
      let part = nextUnsaved(first)
      sizes.merge(try append(part.map { ($0.key.text, $0.value) }, to: &file)) { $1 }
      own = file
      for entry in part { unsaved[entry.key] = nil }
      first = nil
    } while !unsaved.isEmpty
    return sizes
  }

  /// Returns the entries of the next write, sorted by name.
  private func nextUnsaved(_ first: CodeUnitKey?) -> [(
    key: CodeUnitKey, value: VisitorMemory.Entry
  )] {
    if unsaved.count <= Self.mostInWrite { return unsaved.sorted { $0.key < $1.key } }
    var part = first.flatMap { name in unsaved[name].map { [(key: name, value: $0)] } } ?? []
    for entry in unsaved where entry.key != first && part.count < Self.mostInWrite {
      part.append(entry)
    }
    return part.sorted { $0.key < $1.key }
  }

  /// Compacts the files when too much of them is obsolete or must be removed; returns a message
  /// when that fails.
  private mutating func tidyUp() -> String? {
    guard let own else { return nil }
    if mustCompact { return clear() }
    let bytes = left.reduce(own.end) { $0 + $1.end }
    guard left.count > Self.mostFiles || bytes > max(Self.leastWaste, 3 * live), bytes > patience
    else { return nil }
    // Everything is already stored. If there is no room for a second file, compaction is tried
    // again later.
    patience = (try? compact()) == nil ? 2 * bytes : 0
    return nil
  }

  /// Compacts the files to remove visitors from the disk; after a failure, the next change tries
  /// again.
  private mutating func clear() -> String? {
    do throws(FileError) {
      try compact()
      (mustCompact, isRestSaid) = (false, false)
      return nil
    } catch {
      defer { isRestSaid = true }
      return isRestSaid
        ? nil : "forgotten visitors stay on the disk until it can be written again: \(error)"
    }
  }

  /// Appends the entries; returns the sizes of the records.
  private mutating func append(
    _ entries: [(name: String, value: VisitorMemory.Entry)], to file: inout VisitorFile
  ) throws(FileError) -> [CodeUnitKey: Int] {
    var records: [(UInt64, [UInt8])] = []
    var sizes: [CodeUnitKey: Int] = [:]
    for (visitor, entry) in entries {
      let plain = VisitorRecord(visitor: visitor, state: entry.state).encoded
      let content = try folder.encryption.box(plain, as: Self.box)
      guard content.count <= VisitorRecord.maximumBytes else {
        largest = max(largest, content.count)
        continue
      }
      records.append((entry.stamp, content))
      sizes[visitor] = content.count + VisitorFile.recordHeaderSize
    }
    try file.append(records)
    return sizes
  }

  /// The context that is authenticated with a record's content.
  static var box: String { "visitor" }

  /// Updates the sizes one by one, so that readers never wait for all of them.
  private mutating func count(_ sizes: [CodeUnitKey: Int]) {
    for (visitor, size) in sizes {
      memory.with(asOf: erasures) { entries in
        guard let before = entries[visitor.text]?.size else { return }
        live += size - before
        entries.update(visitor.text) { $0.size = size }
      }
    }
  }

  /// Writes all live entries to a new file in the order of use, and removes the old files when it
  /// is synced.
  private mutating func compact() throws(FileError) {
    guard let old = own else { return }
    try readOthers()
    var all = known.inOrder
    var file = try VisitorFile(in: folder, asOf: erasures)
    // The empty state of a removed visitor is only needed while another process has a file.
    let isAlone = read.subtracting(left.map(\.name)).isEmpty
    if isAlone {
      let nobody = all.filter { $0.value.state == VisitorState() }
      for entry in nobody { memory.with(asOf: erasures) { _ = $0.remove(entry.name) } }
      all.removeAll { $0.value.state == VisitorState() }
    }
    let sizes: [CodeUnitKey: Int]
    do throws(FileError) {
      sizes = try append(all, to: &file)
    } catch {
      try? folder.files.remove(VisitorFile.path(file.name, in: folder))
      throw error
    }
    count(sizes)
    live = sizes.values.reduce(0, +)
    remove(left + [old], after: file)
    read.subtract(left.map(\.name))
    (own, left) = (file, [])
    if isAlone { hasDropped = false }
  }

  /// Removes the files on another thread, so that the caller does not wait for the disk.
  private func remove(_ files: [VisitorFile], after file: VisitorFile) {
    Task.detached(priority: .utility) { [folder] in
      do throws(FileError) {
        try Self.sync(file, in: folder)
        for old in files { try folder.files.remove(VisitorFile.path(old.name, in: folder)) }
      } catch {
        // The old files are read once more and contain nothing new.
      }
    }
  }
}
