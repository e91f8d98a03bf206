/// Removes all recorded data from an instance's folder.
///
/// The journal's folder is renamed in one step; from then on its contents are inaccessible. Then
/// the cursors and counters are moved back, with the pending events counted as erased, and
/// everything else is removed. A list names what is kept, so that new kinds of files are removed by
/// default. If the process is killed at any point, the next launch completes the erasure before it
/// reads any data.
///
/// Documentation/JournalFormat.md, section 16.
struct Erasure {
  /// The files that are kept besides the installation's mark: the counters of the loss report and
  /// the app's version.
  ///
  /// They contain no identifier of a user.
  private static let kept = ["losses", "release"]

  /// The path of the instance's folder.
  ///
  /// `journal` is the path of the journal's folder in it.
  let instance: String
  let journal: String
  let files: any FileSystem
  let encryption: RecordEncryption

  /// Returns the number of the next erasure, for which no folder exists.
  func next(after last: UInt64) -> UInt64 {
    min(max(last, ((try? setAside()) ?? []).last ?? 0), ConsentRecord.mostErasures) + 1
  }

  /// Returns the erasures whose folders still exist, in order.
  func setAside() throws(FileError) -> [UInt64] {
    try names(in: instance).compactMap(ErasedFolder.number).sorted()
  }

  /// Renames the journal's folder, unless that was done for this erasure.
  func setAside(for record: ConsentRecord) throws(FileError) {
    guard record.erasures > record.erasuresSetAside else { return }
    if try setAside().contains(record.erasures) { return }
    // The key is destroyed first: files that are removed from a disk may still be on it.
    try encryption.destroyKey()
    do throws(FileError) {
      try files.move(journal, to: folder(record.erasures))
    } catch {
      // There is nothing to erase.
      guard error.code == FileError.missing else { throw error }
    }
    try files.makeDirectory(journal)
    files.protectDirectory(journal)
  }

  /// Moves the cursors and counters back, and syncs them.
  ///
  /// From then on nothing that was set aside is needed.
  func keepAccounts() throws(FileError) {
    for number in try setAside() { try keepAccounts(of: folder(number)) }
    try files.syncDirectory(instance)
  }

  /// Removes everything that is not this instance's journal.
  ///
  /// The folders that were set aside come last, since they mark the erasure as incomplete.
  func remove() throws(FileError) {
    try removeOthers()
    let own = journal.split(separator: "/").last.map(String.init) ?? ""
    let others = try names(in: instance).filter {
      $0 != own && $0 != "consent" && $0 != InstanceName.claim && ErasedFolder.number($0) == nil
    }
    for name in others {
      let folder = "\(instance)/\(name)"
      // Journals of other installations: copies and restored backups. The mark stays: without it
      // such a journal would look like this installation's.
      let rest = try name.hasPrefix("v1") ? names(in: folder).filter { $0 != "install" } : []
      if name.hasPrefix("v1") {
        try files.removeAll(rest, in: folder)
        try files.syncDirectory(folder)
      } else {
        try files.removeAll(folder)
      }
    }
    try files.removeAll(setAside().map(ErasedFolder.name), in: instance)
    try files.syncDirectory(instance)
  }

  /// Removes the journals of the app's extensions that wait to be merged into this one.
  private func removeOthers() throws(FileError) {
    guard let slash = instance.lastIndex(of: "/") else { return }
    let parent = String(instance[..<slash])
    let prefix = instance[instance.index(after: slash)...] + AppGroupMove.mark
    // A folder that this process may not list is not one of an app.
    let others = (try? names(in: parent))?.filter { $0.hasPrefix(prefix) } ?? []
    try files.removeAll(others, in: parent)
  }

  /// Returns whether the journal has any data besides marks, cursors and counters.
  func isNeeded() -> Bool {
    guard let found = try? names(in: journal) else { return true }
    // Remote settings and experiments are fetched again and are independent of the user.
    let plain =
      Self.kept + ["install", "ballast", "drops", "log", "dest", "settings", "experiments"]
    if !found.allSatisfy(plain.contains) { return true }
    guard let log = try? names(in: journal + "/log"), log.isEmpty else { return true }
    let accounts = [DestinationNames.claim, "state", "dead"]
    guard let destinations = try? names(in: journal + "/dest") else { return true }
    return destinations.contains { name in
      (try? names(in: "\(journal)/dest/\(name)"))?.contains { !accounts.contains($0) }
        ?? true
        || (try? names(in: "\(journal)/dest/\(name)/dead"))?.isEmpty != true
    }
  }

  private func folder(_ number: UInt64) -> String { "\(instance)/\(ErasedFolder.name(number))" }

  private func names(in folder: String) throws(FileError) -> [String] {
    try files.namesIfPresent(in: folder)
  }

  private func keepAccounts(of old: String) throws(FileError) {
    try files.makeDirectory(journal)
    files.protectDirectory(journal)
    try copyMark(from: old)
    for name in Self.kept { try keep(name, from: old, in: journal) }
    // Events that cannot be counted are erased all the same.
    let segments = (try? Recovery(directory: old + "/log", files: files).run().segments) ?? []
    let drops = UncountedDrops.all(in: old + "/drops", files)
    for name in try names(in: old + "/dest") {
      let folder = "\(journal)/dest/\(name)"
      let path = "\(old)/dest/\(name)/state"
      try? count(segments, drops, in: path)
      try files.makeDirectory(folder)
      // The file with the name comes first: without it, the cursor would be taken over by the next
      // destination that could have created the folder.
      for file in [DestinationNames.claim, "state"] {
        try keep(file, from: "\(old)/dest/\(name)", in: folder)
      }
      try files.syncDirectory(folder)
      try files.syncDirectory(journal + "/dest")
    }
  }

  /// Copies the installation's mark.
  ///
  /// The folder that was set aside keeps its mark until it is removed: an interrupted erasure can
  /// then be assigned to its journal, and the other journals beside it are known to be of other
  /// installations.
  private func copyMark(from old: String) throws(FileError) {
    guard let id = try InstallFile(old + "/install", in: files).read() else { return }
    let mark = InstallFile(journal + "/install", in: files)
    if try mark.read() == nil { try mark.write(id) }
  }

  /// Moves a file back, unless that was done before.
  private func keep(
    _ name: String, from old: String, in folder: String
  ) throws(FileError) {
    guard try !names(in: folder).contains(name), try names(in: old).contains(name) else { return }
    try files.move("\(old)/\(name)", to: "\(folder)/\(name)")
    try files.syncDirectory(folder)
  }

  /// Counts the pending events as erased, and writes both slots, since the older slot names a
  /// batch.
  ///
  /// Events that cannot be counted, because another process delivers at this moment, are erased all
  /// the same.
  private func count(
    _ segments: [SegmentSummary], _ drops: [DroppedPlaces], in path: String
  ) throws(FileError) {
    _ = try CursorFile.read(path, files: files)
    guard let file = try CursorFile(path, files: files), var cursor = file.stored else { return }
    Settlement.unseal(&cursor)
    cursor.take(drops)
    let waiting = cursor.oldest(cursor.pending(in: segments), in: segments)
    Settlement.drop(&cursor, waiting, .erased)
    for _ in 0..<2 { try file.commit(cursor, sync: .durable) }
  }
}
