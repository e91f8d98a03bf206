import Foundation

/// Moves the journal that the app kept before it had an app group into the group's folder: events,
/// user, consent, and cursors.
///
/// An extension may have begun a journal there before. It is set aside, and its events are taken
/// over; the user and the consent of the app count. A kill at any point leaves each journal in one
/// place, and the next start of the app goes on. Only the app does this, because its extensions
/// cannot read the app's own folder.
struct GroupMove {
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
  var isNeeded: Bool { !isEmpty(old) || !setAside.isEmpty }

  /// Performs the move, or what is left of it.
  func run() throws(FileError) {
    if !isEmpty(old) {
      try files.makeDirectory(group)
      if !isEmpty(new) {
        try files.move(new, to: "\(own)/\(newName)\(Self.mark)\(Hex.text(randomness.next()))")
      }
      try files.move(old, to: new)
      try files.syncDirectory(group)
      try files.syncDirectory(own)
    }
    for folder in setAside { try takeEvents(from: "\(own)/\(folder)") }
  }

  /// Moves the segments, each of which has a name of its own, and removes the rest.
  ///
  /// An extension that is running goes on in its open file, wherever it lies.
  private func takeEvents(from folder: String) throws(FileError) {
    let log = "\(new)/v1/log"
    try files.makeDirectory(log)
    for journal in try files.list(folder) where journal.hasPrefix("v1") {
      for name in (try? files.list("\(folder)/\(journal)/log")) ?? [] where SegmentName(name) != nil
      {
        try files.move("\(folder)/\(journal)/log/\(name)", to: "\(log)/\(name)")
      }
    }
    try files.syncDirectory(log)
    try files.removeAll(folder)
  }

  private var setAside: [String] {
    ((try? files.list(own)) ?? []).filter { $0.hasPrefix(newName + Self.mark) }
  }

  private func isEmpty(_ folder: String) -> Bool { (try? files.list(folder))?.isEmpty ?? true }
}
