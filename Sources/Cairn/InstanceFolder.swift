/// Where an instance's journal lies, and whether the one that lies there is this installation's.
///
/// A journal that another installation wrote, a copy or a restored backup, stays as it is, and a new one is begun in a
/// folder beside it that this installation's identifier names. Nothing is moved: so nothing can stop half-way,
/// processes that start at the same moment come to the same folder without a word between them, and a disk that comes
/// back to its machine is its journal again.
struct InstanceFolder {
  let path: String
  /// What this instance is called in the record.
  let account: String
  /// Nil when nobody asks whose journal it is.
  let record: (any InstallRecord)?
  let files: any FileSystem
  let randomness: any Randomness
  let diagnostics: Diagnostics

  /// The disk, on which nothing is changed when the folder is refused.
  func files(_ refusal: FileError?) -> any FileSystem {
    refusal.map { RefusedFiles(files: files, refusal: $0) } ?? files
  }

  /// The folder of this installation's journal.
  ///
  /// It need not be there afterwards: whether it can be made is for the journal to find out.
  func open() -> (path: String, installation: Installation) {
    let (folder, id, installation) = choice()
    try? files.makeDirectory(folder)
    files.protectDirectory(folder)
    // A journal without a mark is marked at the next start.
    if let id { try? mark(of: folder).write(id) }
    return (folder, installation)
  }

  /// The folder, what to mark it with if it bears no such mark, and whose it is.
  private func choice() -> (folder: String, mark: InstallID?, installation: Installation) {
    guard let record else { return (likelyFolder, nil, .own) }
    do {
      let found = try mark(of: first).read()
      let own = try identifier(record, found)
      // A journal without a mark is new, or was erased a moment ago: whatever lies beside it is another one's.
      guard let found else { return (first, own, .own) }
      guard own.isComparable(to: found) else { return (likelyFolder, own, .own) }
      if found == own { return (first, nil, .own) }
      let (folder, mark) = try folderBesideFirst(own)
      return (folder, mark, .foreign)
    } catch {
      let folder = likelyFolder
      diagnostics.report(
        .notice, "install.unknown",
        "it cannot be told now whose journal \(folder) is; it is taken for this installation's: "
          + "\(error)")
      return (folder, nil, .unknown)
    }
  }

  /// This installation's, from its record.
  ///
  /// When the record is gone, the journal is believed, unless the record could only be lost with the device.
  private func identifier(
    _ record: any InstallRecord, _ found: InstallID?
  ) throws(InstallRecordError) -> InstallID {
    if let own = try record.read(account) { return own }
    let believed = record.staysWithDevice ? nil : found
    return try record.keep(believed ?? InstallID(randomness), for: account)
  }

  private func folderBesideFirst(
    _ own: InstallID
  ) throws(FileError) -> (folder: String, mark: InstallID?) {
    let folder = beside(own)
    guard try mark(of: folder).read() == nil else { return (folder, nil) }
    diagnostics.report(
      .error, "journal.setAside",
      "the journal in \(first) is another installation's, a copy or a restored backup: it stays as "
        + "it is and is not sent, and a new one is begun in \(folder). "
        + "`cairnctl journal inspect \(first)` shows what it holds")
    return (folder, own)
  }

  private var first: String { path + "/v1" }

  /// What was begun beside a foreign journal is still to be used when nobody can ask whose it is.
  ///
  /// Unless an erasure was interrupted: the journal that it took away is gone on with, since what lies beside that is
  /// another installation's, which it has not removed yet.
  private var likelyFolder: String {
    let names = (try? files.list(path)) ?? []
    let others = names.filter { $0.hasPrefix("v1-") }
    guard let last = names.compactMap(ErasedFolder.number).max() else {
      // A journal without a mark yields to none that has one.
      return others.count == 1 && !isUnmarked(first) ? "\(path)/\(others[0])" : first
    }
    guard let erased = try? mark(of: "\(path)/\(ErasedFolder.name(last))").read(),
      let found = try? mark(of: first).read(), found != erased
    else { return first }
    return beside(erased)
  }

  /// Whether it is there and nobody's.
  private func isUnmarked(_ folder: String) -> Bool {
    guard let names = try? files.list(folder), !names.isEmpty else { return false }
    return !names.contains("install")
  }

  private func beside(_ id: InstallID) -> String { "\(first)-\(id.text.prefix(16))" }

  private func mark(of folder: String) -> InstallFile {
    InstallFile(folder + "/install", in: files)
  }
}
