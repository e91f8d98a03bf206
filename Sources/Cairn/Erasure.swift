/// Takes all that was recorded out of an instance's folder.
///
/// The journal's folder gets another name, in one step: from then on nobody finds what is in it. Then the accounts are
/// brought back, with what waited counted as erased, and everything else is removed; a list says what is kept, so that
/// what is not thought of goes too. Killed at any point it is finished by the next start, before anything is read.
///
/// Documentation/JournalFormat.md, section 16.
struct Erasure {
  /// Whose journal it is, what the loss report counts, and which version of the app ran.
  ///
  /// No identifier of a user is in them.
  private static let kept = ["losses", "release"]

  /// The instance's folder, and the journal's in it.
  let instance: String
  let journal: String
  let files: any FileSystem
  let vault: Vault

  /// The number of the next erasure: no folder of it is there.
  func next(after last: UInt64) -> UInt64 {
    min(max(last, ((try? setAside()) ?? []).last ?? 0), ConsentRecord.mostErasures) + 1
  }

  /// The erasures whose folders are still there, in order.
  func setAside() throws(FileError) -> [UInt64] {
    try names(in: instance).compactMap(ErasedFolder.number).sorted()
  }

  /// Takes the journal away from where it is looked for, unless that was done for this erasure.
  func setAside(for record: ConsentRecord) throws(FileError) {
    guard record.erasures > record.erasuresSetAside else { return }
    if try setAside().contains(record.erasures) { return }
    // First: what is removed from a disk may still be on it.
    try vault.destroyKey()
    do throws(FileError) {
      try files.move(journal, to: folder(record.erasures))
    } catch {
      // There is nothing to erase.
      guard error.code == FileError.missing else { throw error }
    }
    try files.makeDirectory(journal)
    files.protectDirectory(journal)
  }

  /// Brings the accounts back, on the disk.
  ///
  /// From then on nothing that was set aside is needed.
  func keepAccounts() throws(FileError) {
    for number in try setAside() { try keepAccounts(of: folder(number)) }
    try files.syncDirectory(instance)
  }

  /// Removes all that is not this instance's journal: what was set aside comes last, since it says that this is to do.
  func remove() throws(FileError) {
    let own = journal.split(separator: "/").last.map(String.init) ?? ""
    let others = try names(in: instance).filter {
      $0 != own && $0 != "consent" && $0 != InstanceName.claim && ErasedFolder.number($0) == nil
    }
    for name in others {
      let folder = "\(instance)/\(name)"
      // Journals of other installations: copies, restored backups. Without its mark one would look like this one's.
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

  /// Whether the journal holds anything but accounts.
  func isNeeded() -> Bool {
    guard let found = try? names(in: journal) else { return true }
    // What a server sets is asked for anew, whatever the user says.
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
    do throws(FileError) {
      return try files.list(folder)
    } catch {
      // Somebody may have left a file where a folder is looked for.
      if error.code == FileError.missing || error.code == FileError.notDirectory { return [] }
      throw error
    }
  }

  private func keepAccounts(of old: String) throws(FileError) {
    try files.makeDirectory(journal)
    files.protectDirectory(journal)
    try copyMark(from: old)
    for name in Self.kept { try keep(name, from: old, in: journal) }
    // What cannot be counted is erased all the same.
    let segments = (try? Recovery(directory: old + "/log", files: files).run().segments) ?? []
    let drops = DropRegister.all(in: old + "/drops", files)
    for name in try names(in: old + "/dest") {
      let folder = "\(journal)/dest/\(name)"
      let path = "\(old)/dest/\(name)/state"
      try? count(segments, drops, in: path)
      try files.makeDirectory(folder)
      // First: an account without it would be the next one's that could have made the folder.
      for file in [DestinationNames.claim, "state"] {
        try keep(file, from: "\(old)/dest/\(name)", in: folder)
      }
      try files.syncDirectory(folder)
      try files.syncDirectory(journal + "/dest")
    }
  }

  /// What was set aside stays marked until it is removed: so it is known to which journal an erasure belongs that is
  /// interrupted, and that the others beside it are not this installation's.
  private func copyMark(from old: String) throws(FileError) {
    guard let id = try InstallFile(old + "/install", in: files).read() else { return }
    let mark = InstallFile(journal + "/install", in: files)
    if try mark.read() == nil { try mark.write(id) }
  }

  /// What is there already was brought back before.
  private func keep(
    _ name: String, from old: String, in folder: String
  ) throws(FileError) {
    guard try !names(in: folder).contains(name), try names(in: old).contains(name) else { return }
    try files.move("\(old)/\(name)", to: "\(folder)/\(name)")
    try files.syncDirectory(folder)
  }

  /// Counts what waited as erased, in both slots: the older one names a batch.
  ///
  /// What cannot be counted, because another process delivers at this moment, is erased all the same.
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
