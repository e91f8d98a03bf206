import Cairn

/// A store whose files were moved to a folder of the import, where the other SDK cannot change
/// them.
///
/// The folder has the layout of a container, so the same code finds the files there.
struct MovedStore: Equatable {
  let number: Int
  let vendor: String
  /// The number of records that were read before the file came here from another folder; nil for a
  /// store from the app's own folders.
  let records: Int?

  private var name: String {
    records.map { "\(number).\($0)-\(vendor)" } ?? "\(number)-\(vendor)"
  }

  func path(in folder: String) -> String { "\(folder)/\(name)" }

  init(number: Int, vendor: String, records: Int? = nil) {
    self.number = number
    self.vendor = vendor
    self.records = records
  }

  /// Creates a value from the name of a folder; nil for other names.
  init?(name: String) {
    let parts = name.split(separator: "-", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let numbers = parts[0].split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(numbers.count), !numbers.contains(nil), let number = numbers[0],
      number > 0
    else { return nil }
    self.init(
      number: number, vendor: String(parts[1]), records: numbers.count == 2 ? numbers[1] : nil)
  }

  /// Returns the moved stores, in the order in which they were moved.
  static func all(
    in folder: String, _ files: any FileSystem
  ) throws(FileError) -> [MovedStore] {
    try files.namesIfPresent(in: folder).compactMap { MovedStore(name: $0) }
      .sorted { $0.number < $1.number }
  }

  /// Moves the files of a store, each root in one step.
  ///
  /// A database comes before its log: SQLite removes a log without a database, but would apply one
  /// to another database.
  func take(
    _ store: LegacyStore, from container: Container, to folder: String, _ files: any FileSystem
  ) throws(FileError) {
    var roots: [String] = []
    for queue in store.queues {
      for root in [queue.root] + queue.companions where !roots.contains(root) { roots.append(root) }
    }
    for root in roots { try move(root, from: container, to: folder, files) }
  }

  /// Moves a file from the folder of another store.
  func take(
    _ file: String, from store: MovedStore, in container: Container, _ folder: String,
    _ files: any FileSystem
  ) throws(FileError) {
    let old = store.path(in: folder)
    try move("\(old)/\(file)", from: container.moved(to: old), to: folder, files)
  }

  /// Moves the logs of databases that a kill has separated from them.
  func complete(
    _ store: LegacyStore, from container: Container, in folder: String, _ files: any FileSystem
  ) throws(FileError) {
    let target = Container.Folders(in: path(in: folder))
    for queue in store.queues {
      guard let old = Container.path(queue.path, from: target, to: container.folders),
        try !container.hasFile(old)
      else { continue }
      for log in try SQLiteStore.companions(of: old, in: container) {
        try move(log, from: container, to: folder, files)
      }
    }
  }

  private func move(
    _ path: String, from container: Container, to folder: String, _ files: any FileSystem
  ) throws(FileError) {
    let target = Container.Folders(in: self.path(in: folder))
    guard let newPath = Container.path(path, from: container.folders, to: target) else { return }
    try files.makeDirectory(Self.parent(newPath))
    try files.move(path, to: newPath)
    // The new names must be there after a loss of power, and the old ones gone: the events would be
    // lost, or found twice.
    var parent = Self.parent(newPath)
    while parent.count >= folder.count {
      try files.syncDirectory(parent)
      parent = Self.parent(parent)
    }
    try files.syncDirectory(Self.parent(path))
  }

  private static func parent(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
  }
}
