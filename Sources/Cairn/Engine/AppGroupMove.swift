import Foundation

/// Moves the journal that the app kept before it had an app group into the group's folder: events,
/// user, consent, and cursors.
///
/// An extension may have begun a journal there before. It is set aside in the app's own folder, and
/// merged into the app's journal there, where no other process uses either; the user and the
/// consent of the app count. A kill at any point leaves each journal in one place, and the next
/// start of the app goes on. Only the app does this, because its extensions cannot read the app's
/// own folder.
struct AppGroupMove {
  /// The part of the name of a folder that was set aside, after the instance's name.
  static let mark = ".before-group-"

  /// The folders of all instances: of the app alone, and of the group.
  let own: String
  let group: String
  /// The instance's folder in `own`, and in `group`.
  let oldName: String
  let newName: String
  let files: any FileSystem
  let randomness: any Randomness
  /// Returns the journal of this installation in the app's folder: another one may be beside it,
  /// from a restored backup.
  var journal: (_ instance: String) -> String = { $0 + "/v1" }

  private var old: String { "\(own)/\(oldName)" }
  private var new: String { "\(group)/\(newName)" }

  /// Whether the app has a journal of its own, or a move is incomplete.
  var isNeeded: Bool { isWaiting || !setAside.isEmpty }

  /// Whether the app's journal is still in its own folder; also true while that cannot be read, as
  /// before the device's first unlock.
  var isWaiting: Bool { !isEmpty(old) }

  /// Performs the move, or what is left of it.
  func run() throws(FileError) {
    // The app completes its erasure first, which needs the counters that it has set aside.
    if isWaiting, try isErasing() { return }
    if isWaiting {
      try files.makeDirectory(group)
      if !isEmpty(new) {
        try checkTrust(new)
        try files.move(new, to: "\(own)/\(newName)\(Self.mark)\(Hex.text(randomness.next()))")
        try files.syncDirectory(own)
        try files.syncDirectory(group)
      }
    }
    let folders = setAside
    let begun = folders.filter(isBegun)
    // A merge that has begun is completed first: until its segments are in the app's journal, the
    // cursors have positions of events that no journal has.
    for folder in begun + folders.filter({ !begun.contains($0) }) { try take("\(own)/\(folder)") }
    guard isWaiting else { return }
    try files.move(old, to: new)
    try files.syncDirectory(group)
    try files.syncDirectory(own)
  }

  /// Merges the journals in a folder into the app's, and removes the folder.
  ///
  /// An extension that is running goes on in its open file, wherever it lies. Events that the user
  /// has denied or erased in the extension are removed, and counted as erased.
  private func take(_ folder: String) throws(FileError) {
    try checkTrust(folder)
    let isDenied = try isDenied(folder)
    let target = journal(isWaiting ? old : new)
    for journal in try journals(in: folder) {
      let path = "\(folder)/\(journal)"
      try JournalMerge(source: path, target: target, isErased: isDenied, files: files).run()
      // Removed before the consent, which tells whether the rest of it may be taken.
      try files.removeAll(path)
    }
    try files.removeAll(folder)
  }

  /// Throws when others may have made the contents of the folder: its files would become those of
  /// the app's journal, which is only checked where it lies.
  private func checkTrust(_ folder: String) throws(FileError) {
    if let error = FolderTrust(files).trustError(of: folder) { throw error }
  }

  /// Returns the extension's journals, without one of another installation, whose device sends it:
  /// where there is another journal beside `v1`, the extension has found `v1` in a restored backup.
  private func journals(in folder: String) throws(FileError) -> [String] {
    let found = try files.list(folder).filter { $0.hasPrefix("v1") }
    guard try files.namesIfPresent(in: folder + "/v1").contains("install") else { return found }
    let others = found.filter { $0 != "v1" }
    return others.isEmpty ? found : others
  }

  private func isDenied(_ folder: String) throws(FileError) -> Bool {
    guard let record = try consent(in: folder) else { return false }
    return record.consent == .denied || record.erasures > record.erasuresSetAside
  }

  /// Whether the app has begun an erasure that is not complete.
  private func isErasing() throws(FileError) -> Bool {
    if try files.list(old).contains(where: { ErasedFolder.number($0) != nil }) { return true }
    guard let record = try consent(in: old) else { return false }
    return record.erasures > record.erasuresSetAside
  }

  private func consent(in folder: String) throws(FileError) -> ConsentRecord? {
    guard try files.namesIfPresent(in: folder).contains("consent") else { return nil }
    let slots = try DoubleSlotFile.slots(
      at: folder + "/consent", magic: ConsentStore.magic, slotSize: ConsentStore.slotSize,
      files: files)
    return ConsentStore.decode(slots)
  }

  private func isBegun(_ folder: String) -> Bool {
    let journals = (try? files.list("\(own)/\(folder)")) ?? []
    return journals.contains { journal in
      let destinations = "\(own)/\(folder)/\(journal)/dest"
      return ((try? files.list(destinations)) ?? []).contains {
        JournalMerge.hasBegun(in: "\(destinations)/\($0)", files)
      }
    }
  }

  private var setAside: [String] {
    ((try? files.list(own)) ?? []).filter { $0.hasPrefix(newName + Self.mark) }
  }

  private func isEmpty(_ folder: String) -> Bool {
    (try? files.namesIfPresent(in: folder))?.isEmpty ?? false
  }
}
