/// The content of a simulated disk: a value, so that a copy of it is a state to return to.
///
/// Folders are never lost: a file system that keeps a synced file keeps the path to it.
package struct DiskImage: Sendable {
  /// A change of names that no sync of their folder has covered.
  package struct PendingEntry: Sendable {
    package var names: [(path: String, file: Int?)]
    /// The move of a folder: the change is one of the folders above, independent of its contents.
    var move: (from: String, to: String)?

    func isIn(_ folder: String) -> Bool {
      if let move { return [move.from, move.to].contains { DiskImage.folder(of: $0) == folder } }
      return names.contains { DiskImage.folder(of: $0.path) == folder }
    }

    /// Returns the same change in a folder that has been renamed since.
    func moved(_ move: (from: String, to: String)) -> PendingEntry {
      var moved = self
      moved.names = names.map { path, file in
        path.hasPrefix(move.from + "/")
          ? (move.to + path.dropFirst(move.from.count), file) : (path, file)
      }
      return moved
    }
  }

  /// The files by number.
  ///
  /// A number is used once.
  package internal(set) var files: [Int: DiskFile] = [:]
  /// The number of the file of each name now.
  package internal(set) var names: [String: Int] = [:] { didSet { mayDiscard = true } }
  package internal(set) var durableNames: [String: Int] = [:] { didSet { mayDiscard = true } }
  package internal(set) var pendingNames: [PendingEntry] = [] { didSet { mayDiscard = true } }
  package internal(set) var folders: Set<String> = []
  /// The contents of removed files: blocks that the disk may reuse.
  package internal(set) var removed: [PagedBytes] = []
  private var next = 1
  /// False when every file has a name, so that the many calls that only read search nothing.
  private var mayDiscard = false

  package init() {}

  package var paths: [String] { names.keys.sorted() }
  package var bytes: Int { names.values.reduce(0) { $0 + (files[$1]?.cache.count ?? 0) } }

  package func contents(_ path: String) -> [UInt8]? {
    names[path].flatMap { files[$0] }?.cache.bytes
  }

  /// Adds a file that is synced.
  package mutating func place(_ bytes: [UInt8], at path: String) {
    let file = newFile(DiskFile(PagedBytes(bytes)))
    names[path] = file
    durableNames[path] = file
    addFolder(Self.folder(of: path))
  }

  package static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  mutating func addFolder(_ path: String) {
    var path = path
    while !path.isEmpty, folders.insert(path).inserted { path = Self.folder(of: path) }
  }

  private mutating func newFile(_ file: DiskFile) -> Int {
    defer { next += 1 }
    files[next] = file
    return next
  }

  /// Returns the names in a folder, in order; nil when the folder does not exist.
  func list(_ path: String) -> [String]? {
    guard folders.contains(path) else { return nil }
    let prefix = (path + "/").utf8
    var inside: Set<String> = []
    func add(_ path: String) {
      // Bytes, because simulations spend much of their time here.
      guard path.utf8.starts(with: prefix) else { return }
      let rest = path.utf8.dropFirst(prefix.count)
      inside.insert(String(Substring(rest.prefix { $0 != UInt8(ascii: "/") })))
    }
    names.keys.forEach(add)
    folders.forEach(add)
    return inside.sorted()
  }

  mutating func create(_ path: String) -> Int {
    let file = newFile(DiskFile())
    change([(path, file)])
    return file
  }

  mutating func remove(_ path: String) {
    if let file = names[path].flatMap({ files[$0] }) { bury(file) }
    change([(path, nil)])
  }

  private mutating func bury(_ file: DiskFile) {
    guard file.cache.count > 0 else { return }
    removed.append(file.cache)
    if removed.count > 6 { removed.removeFirst() }
  }

  /// Moves a file or folder; returns false when there is none of that name.
  mutating func move(_ path: String, to newPath: String) -> Bool {
    let moved = names.filter { $0.key == path || $0.key.hasPrefix(path + "/") }
    let isFolder = folders.contains(path)
    guard isFolder || !moved.isEmpty else { return false }
    var changes: [(String, Int?)] = []
    for name in moved.keys.sorted() {
      changes.append((name, nil))
      changes.append((newPath + name.dropFirst(path.count), moved[name]))
    }
    for folder in folders where folder == path || folder.hasPrefix(path + "/") {
      folders.remove(folder)
      folders.insert(newPath + folder.dropFirst(path.count))
    }
    change(changes, isFolder ? (path, newPath) : nil)
    return true
  }

  private mutating func change(
    _ changes: [(path: String, file: Int?)], _ move: (from: String, to: String)? = nil
  ) {
    for change in changes { names[change.path] = change.file }
    pendingNames.append(PendingEntry(names: changes, move: move))
  }

  mutating func syncFolder(_ path: String) {
    var rest: [PendingEntry] = []
    for entry in pendingNames {
      guard entry.isIn(path) else {
        rest.append(entry)
        continue
      }
      apply(entry)
      // Earlier changes in the folder follow it to its new name.
      if let move = entry.move { rest = rest.map { $0.moved(move) } }
    }
    pendingNames = rest
  }

  /// Restores the folder's old name, with everything that was created in it since.
  mutating func undo(_ move: (from: String, to: String)) {
    for folder in folders where folder == move.to || folder.hasPrefix(move.to + "/") {
      folders.remove(folder)
      folders.insert(move.from + folder.dropFirst(move.to.count))
    }
  }

  mutating func apply(_ entry: PendingEntry) {
    for change in entry.names { durableNames[change.path] = change.file }
  }

  /// Removes files that can no longer be reached.
  mutating func discard(keeping open: some Sequence<Int>) {
    guard mayDiscard else { return }
    var kept = Set(names.values).union(durableNames.values)
    for entry in pendingNames { kept.formUnion(entry.names.compactMap(\.file)) }
    mayDiscard = false
    for file in open where kept.insert(file).inserted { mayDiscard = true }
    for file in files.keys where !kept.contains(file) { files[file] = nil }
  }
}
