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
  private static let mark = ".before-group-"

  /// The folders of all instances: of the app alone, and of the group.
  let own: String
  let group: String
  /// The instance's folder in `own`, and in `group`.
  let oldName: String
  let newName: String
  let files: any FileSystem
  let randomness: any Randomness

  private var old: String { "\(own)/\(oldName)" }
  private var new: String { "\(group)/\(newName)" }

  /// Whether the app has a journal of its own, or a move is incomplete.
  var isNeeded: Bool { isWaiting || !setAside.isEmpty }

  /// Whether the app's journal is still in its own folder; also true while that cannot be read, as
  /// before the device's first unlock.
  var isWaiting: Bool { !isEmpty(old) }

  /// Performs the move, or what is left of it.
  func run() throws(FileError) {
    if isWaiting {
      try files.makeDirectory(group)
      if !isEmpty(new) {
        try files.move(new, to: "\(own)/\(newName)\(Self.mark)\(Hex.text(randomness.next()))")
        try files.syncDirectory(own)
        try files.syncDirectory(group)
      }
    }
    for folder in setAside { try take("\(own)/\(folder)") }
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
    let isDenied = try isDenied(folder)
    for journal in try files.list(folder) where journal.hasPrefix("v1") {
      let path = "\(folder)/\(journal)"
      try JournalMerge(
        source: path, target: (isWaiting ? old : new) + "/v1", isErased: isDenied, files: files
      ).run()
      // Removed before the consent, which tells whether the rest of it may be taken.
      try files.removeAll(path)
    }
    try files.removeAll(folder)
  }

  private func isDenied(_ folder: String) throws(FileError) -> Bool {
    guard try files.namesIfPresent(in: folder).contains("consent") else { return false }
    let slots = try DoubleSlotFile.slots(
      at: folder + "/consent", magic: ConsentStore.magic, slotSize: ConsentStore.slotSize,
      files: files)
    guard let record = ConsentStore.decode(slots) else { return false }
    return record.consent == .denied || record.erasures > record.erasuresSetAside
  }

  private var setAside: [String] {
    ((try? files.list(own)) ?? []).filter { $0.hasPrefix(newName + Self.mark) }
  }

  private func isEmpty(_ folder: String) -> Bool {
    (try? files.namesIfPresent(in: folder))?.isEmpty ?? false
  }
}
