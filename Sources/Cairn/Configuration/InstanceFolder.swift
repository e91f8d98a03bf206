/// Finds the folder of an instance's journal, and whether the journal in it belongs to this
/// installation.
///
/// A journal that another installation wrote, such as a copy or a restored backup, is left
/// unchanged. A new one is created in a folder beside it, named after this installation's
/// identifier. Nothing is moved. So the operation cannot be interrupted half-way, processes that
/// start at the same moment choose the same folder without coordination, and a disk that returns to
/// its machine has its journal again.
struct InstanceFolder {
  let path: String
  /// The instance's name in the record.
  let account: String
  /// The installation record; nil when the installation is not checked.
  let record: (any InstallRecord)?
  let files: any FileSystem
  let randomness: any Randomness
  let diagnostics: Diagnostics

  /// Returns the files of the disk; files that change nothing when the folder is refused.
  func files(_ refusal: FileError?) -> any FileSystem {
    refusal.map { RefusingFileSystem(files: files, refusal: $0) } ?? files
  }

  /// Whether there is no journal, not even one that is being erased.
  var isWithoutJournal: Bool {
    guard let names = try? files.namesIfPresent(in: path) else { return false }
    return !names.contains { $0.hasPrefix("v1") || ErasedFolder.number($0) != nil }
  }

  /// Returns the folder of this installation's journal.
  ///
  /// The folder may be missing afterwards: the journal reports whether it can be created.
  func open() -> (path: String, installation: Installation) {
    let (folder, id, installation) = choice()
    try? files.makeDirectory(folder)
    // The consent's file is beside the journal's folder.
    files.protectDirectory(path)
    files.protectDirectory(folder)
    // If the mark cannot be written, the next launch writes it.
    if let id { try? mark(of: folder).write(id) }
    return (folder, installation)
  }

  /// Returns the folder, the mark to write if the folder has no such mark, and the installation
  /// that owns the journal.
  private func choice() -> (folder: String, mark: InstallID?, installation: Installation) {
    guard let record else { return (likelyFolder, nil, .own) }
    do {
      let found = try mark(of: first).read()
      let own = try identifier(record, found)
      // A journal without a mark is new, or was erased a moment ago: any folder beside it belongs
      // to another installation.
      guard let found else { return (first, own, .own) }
      guard own.isComparable(to: found) else { return (likelyFolder, own, .own) }
      if found == own { return (first, nil, .own) }
      let (folder, mark) = try folderBesideFirst(own)
      return (folder, mark, .foreign)
    } catch {
      let folder = likelyFolder
      diagnostics.report(
        .notice, "install.unknown",
        "it cannot be determined now whether \(folder) is this installation's journal; it is "
          + "assumed to be: \(error)")
      return (folder, nil, .unknown)
    }
  }

  /// Returns this installation's identifier from its record.
  ///
  /// When the record is gone, the journal's mark is used, unless the record could only be lost with
  /// the device.
  private func identifier(
    _ record: any InstallRecord, _ found: InstallID?
  ) throws(InstallRecordError) -> InstallID {
    if let own = try record.read(account) { return own }
    let trustedID = record.staysWithDevice ? nil : found
    return try record.keep(trustedID ?? InstallID(randomness), for: account)
  }

  private func folderBesideFirst(
    _ own: InstallID
  ) throws(FileError) -> (folder: String, mark: InstallID?) {
    let folder = beside(own)
    guard try mark(of: folder).read() == nil else { return (folder, nil) }
    diagnostics.report(
      .error, "journal.setAside",
      "the journal in \(first) is another installation's, a copy or a restored backup: it is not "
        + "changed or sent, and a new one is created in \(folder). "
        + "`cairnctl journal inspect \(first)` shows its contents")
    return (folder, own)
  }

  private var first: String { path + "/v1" }

  /// The folder to use when the installation cannot be determined: the one created beside a foreign
  /// journal, if there is one.
  ///
  /// After an interrupted erasure it is the folder of the journal that was set aside, since the
  /// folder beside it belongs to another installation and has not been removed yet.
  private var likelyFolder: String {
    let names = (try? files.list(path)) ?? []
    let others = names.filter { $0.hasPrefix("v1-") }
    guard let last = names.compactMap(ErasedFolder.number).max() else {
      // A journal without a mark is not abandoned for one that has a mark.
      return others.count == 1 && !isUnmarked(first) ? "\(path)/\(others[0])" : first
    }
    guard let erased = try? mark(of: "\(path)/\(ErasedFolder.name(last))").read(),
      let found = try? mark(of: first).read(), found != erased
    else { return first }
    return beside(erased)
  }

  /// Returns whether the folder exists and has no mark.
  private func isUnmarked(_ folder: String) -> Bool {
    guard let names = try? files.list(folder), !names.isEmpty else { return false }
    return !names.contains("install")
  }

  private func beside(_ id: InstallID) -> String { "\(first)-\(id.text.prefix(16))" }

  private func mark(of folder: String) -> InstallFile {
    InstallFile(folder + "/install", in: files)
  }
}
