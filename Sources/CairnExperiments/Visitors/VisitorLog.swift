import Cairn

/// The files that what is known of visitors is in.
///
/// Whoever holds the store's lock has it. Calls return what is to be said, once, when the disk begins to refuse.
struct VisitorLog: Sendable {
  /// Less is not worth a new file.
  private static let leastWaste = 65_536
  private static let mostFiles = 8
  /// Records of one write.
  private static let mostInWrite = 64

  let folder: UserFolder
  let visitorNames: VisitorNames
  private let most: Int
  /// What they hold, and what the disk did not take.
  let memory: VisitorMemory
  /// What was changed since the disk last took something.
  var unsaved: [ExactText: VisitorMemory.Entry] = [:]
  /// Under which all this was remembered.
  var erasures: UInt64
  /// The file that this process writes to; none before the first change.
  var own: VisitorFile?
  /// Files of processes that have ended: removed when all that is in them lies in another one.
  var left: [VisitorFile] = []
  /// Names of files that are read, whether or not their writers have ended.
  var read: Set<String> = []
  private var isOpen = false
  /// Who was forgotten before it was open.
  private var forgotten: Set<ExactText> = []
  /// Whether what is on the disk has somebody who was forgotten.
  var mustCompact = false
  /// Whether it was said that they are still there.
  private var isRestSaid = false
  /// Whether what is on the disk may have somebody who is not known any more, because there were too many.
  private var hasDropped = false
  /// Bytes of the largest record that was too large to be stored; 0 when none was.
  private var largest = 0
  private var isInTrouble = false
  var lastStamp: UInt64 = 0
  /// Bytes of the records that count.
  var live = 0
  /// How large the files may grow before another one is tried again.
  private var patience = 0

  init(_ folder: UserFolder, _ memory: VisitorMemory, _ names: VisitorNames, most: Int) {
    self.folder = folder
    visitorNames = names
    self.memory = memory
    self.most = max(1, most)
    erasures = folder.erasures
  }

  /// Forgets all if it was erased, and reads what is there if that was not done, unless nothing may be.
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

  /// Leaves on the disk only what may be there.
  private mutating func rewrite() -> String? {
    let (sizes, trouble) = trySave()
    guard let sizes else { return trouble }
    count(sizes)
    return tidyUp() ?? trouble
  }

  /// Adds what was changed before this was open.
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

  /// All that is known now.
  var known: RecentlyUsed<VisitorMemory.Entry> {
    memory.with(asOf: erasures) { $0 } ?? RecentlyUsed()
  }

  /// What is remembered of a visitor, who counts as used now.
  func state(of visitor: String) -> VisitorState {
    memory.with(asOf: erasures) { $0.use(visitor)?.state ?? VisitorState() } ?? VisitorState()
  }

  /// Stores a visitor's new state, and then shows it to those who read.
  mutating func set(_ visitor: String, _ state: VisitorState) -> String? {
    let size = memory.with(asOf: erasures) { $0[visitor]?.size ?? 0 } ?? 0
    let entry = VisitorMemory.Entry(state: state, stamp: nextStamp(), size: size)
    unsaved[visitor] = entry
    let (sizes, trouble) = trySave(ExactText(visitor))
    memory.with(asOf: erasures) { entries in
      entries.set(visitor, entry)
      forgetOldest(&entries)
    }
    guard let sizes else { return trouble }
    count(sizes)
    let rest = tidyUp()
    return trouble ?? rest
  }

  /// Takes that nothing is remembered of a visitor, and that nothing of them may stay on the disk.
  mutating func forget(_ visitor: String) -> String? {
    let isKnown = memory.with(asOf: erasures) { $0[visitor] != nil } ?? false
    guard isKnown || hasDropped || !isOpen else { return nil }
    if isOpen { mustCompact = true } else { forgotten.insert(ExactText(visitor)) }
    return set(visitor, VisitorState())
  }

  /// The sizes of the records that were written, or nil when nothing could be.
  ///
  /// `first`: who was changed now, and is stored before the others.
  private mutating func trySave(
    _ first: ExactText? = nil
  ) -> (sizes: [ExactText: Int]?, trouble: String?) {
    guard isOpen, folder.mayStore else { return (nil, nil) }
    do throws(FileError) {
      let most = largest
      let sizes = try save(first)
      isInTrouble = false
      let isNew = most == 0 && largest > 0
      let line = "what is remembered of a visitor holds for this run alone: it has \(largest) bytes"
      return (sizes, isNew ? line : nil)
    } catch {
      return (nil, trouble(error))
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

  mutating func forgetOldest(_ entries: inout RecentlyUsed<VisitorMemory.Entry>) {
    while entries.count > most, let oldest = entries.removeOldest() {
      live -= oldest.value.size
      unsaved[oldest.name] = nil
      hasDropped = true
    }
  }
}

extension VisitorLog {
  /// Stores what is not stored yet, by writes at the end of the file; the sizes of the records.
  ///
  /// A disk that refuses costs a change no more than the records of one write, however many wait for it.
  private mutating func save(_ first: ExactText?) throws(FileError) -> [ExactText: Int] {
    if own?.isThere == false {
      // Somebody has removed the folder: what was in it is here.
      (own, left) = (nil, [])
      for entry in known.inOrder where unsaved[entry.name] == nil {
        unsaved[entry.name] = entry.value
      }
    }
    var file: VisitorFile
    if let own { file = own } else { file = try VisitorFile(in: folder, asOf: erasures) }
    var sizes: [ExactText: Int] = [:]
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

  /// What one write stores, in the order of the names.
  private func nextUnsaved(_ first: ExactText?) -> [(key: ExactText, value: VisitorMemory.Entry)] {
    if unsaved.count <= Self.mostInWrite { return unsaved.sorted { $0.key < $1.key } }
    var part = first.flatMap { name in unsaved[name].map { [(key: name, value: $0)] } } ?? []
    for entry in unsaved where entry.key != first && part.count < Self.mostInWrite {
      part.append(entry)
    }
    return part.sorted { $0.key < $1.key }
  }

  /// Begins a new file when too much in the old ones counts no more, or must not stay; why that could not be.
  private mutating func tidyUp() -> String? {
    guard let own else { return nil }
    if mustCompact { return clear() }
    let bytes = left.reduce(own.end) { $0 + $1.end }
    guard left.count > Self.mostFiles || bytes > max(Self.leastWaste, 3 * live), bytes > patience
    else { return nil }
    // What is to be stored is stored. Where there is no room for a second file, there may be later.
    patience = (try? compact()) == nil ? 2 * bytes : 0
    return nil
  }

  /// Leaves on the disk only who is known; where that cannot be, the next change tries again.
  private mutating func clear() -> String? {
    do throws(FileError) {
      try compact()
      (mustCompact, isRestSaid) = (false, false)
      return nil
    } catch {
      defer { isRestSaid = true }
      return isRestSaid
        ? nil : "who was forgotten stays on the disk until it can be written to again: \(error)"
    }
  }

  /// The sizes of the records.
  private mutating func append(
    _ entries: [(name: String, value: VisitorMemory.Entry)], to file: inout VisitorFile
  ) throws(FileError) -> [ExactText: Int] {
    var records: [(UInt64, [UInt8])] = []
    var sizes: [ExactText: Int] = [:]
    for (visitor, entry) in entries {
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
  static var box: String { "visitor" }

  /// One after another, so that nobody who reads waits for all of them.
  private mutating func count(_ sizes: [ExactText: Int]) {
    for (visitor, size) in sizes {
      memory.with(asOf: erasures) { entries in
        guard let before = entries[visitor.text]?.size else { return }
        live += size - before
        entries.update(visitor.text) { $0.size = size }
      }
    }
  }

  /// Writes all that counts to a new file, in the order of its use, and removes the old ones when it is on the disk.
  private mutating func compact() throws(FileError) {
    guard let old = own else { return }
    try hearOthers()
    var all = known.inOrder
    var file = try VisitorFile(in: folder, asOf: erasures)
    // Whoever is forgotten needs to stand nowhere, unless in a file of another process.
    let isAlone = read.subtracting(left.map(\.name)).isEmpty
    if isAlone {
      let nobody = all.filter { $0.value.state == VisitorState() }
      for entry in nobody { memory.with(asOf: erasures) { _ = $0.remove(entry.name) } }
      all.removeAll { $0.value.state == VisitorState() }
    }
    let sizes: [ExactText: Int]
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
