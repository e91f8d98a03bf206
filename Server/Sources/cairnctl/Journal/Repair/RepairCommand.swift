import JournalInspection
import ToolSupport
import ArgumentParser
import Cairn
import Foundation

/// Writes a new journal with all readable parts of another one.
struct RepairCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair", abstract: "Write a new folder with every readable record.",
    discussion: """
      The new folder has the same lanes and numbers, with whole headers and seals, the cursors, \
      the bodies in flight, the identity and the dead letters. The SDK delivers from it exactly \
      the events that it would have delivered from the old one, which is not changed. Stop the app \
      first: the new folder does not contain events recorded later.

      Then replace the old folder with the new one. Exits with 0 even if something was lost, and \
      prints what.
      """)

  @OptionGroup var folder: FolderArgument
  @Option(help: "The new folder; it must not exist, or be empty.") var output: String

  func run() async throws {
    let root = URL(fileURLWithPath: folder.directory).standardizedFileURL.path
    let new = URL(fileURLWithPath: output).standardizedFileURL.path
    let folders = try JournalSearch.journals(in: folder.directory)
    try refuse(new, root, folders)
    let temporary = "\(new).partial-\(getpid())"
    defer { try? FileManager.default.removeItem(atPath: temporary) }
    var reports: [(String, FolderRepair, Verification)] = []
    for folder in folders {
      // A folder with only a log becomes a journal.
      let inside = folder.path.hasPrefix(root) ? String(folder.path.dropFirst(root.count)) : ""
      let before = await Verification(folder)
      let bar = ProgressBar("repair", total: before.bytes)
      defer { bar.end() }
      var repair = FolderRepair(folder, into: temporary + inside)
      try repair.run(bar)
      reports.append((inside, repair, before))
    }
    try PosixFileSystem().move(temporary, to: new)
    for (inside, repair, before) in reports {
      await show(repair, before, JournalFolder(path: new + inside))
    }
  }

  private func refuse(_ new: String, _ root: String, _ folders: [JournalFolder]) throws {
    let place = URL(fileURLWithPath: new).resolvingSymlinksInPath().path
    for old in [root] + folders.map(\.path) {
      let path = URL(fileURLWithPath: old).resolvingSymlinksInPath().path
      if (place + "/").hasPrefix(path + "/") {
        throw ValidationError("The new folder must not be in the old one.")
      }
    }
    guard FileManager.default.fileExists(atPath: new) else { return }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: new), names.isEmpty
    else { throw ValidationError("\(new) exists and is not an empty folder.") }
  }

  private func show(_ repair: FolderRepair, _ before: Verification, _ new: JournalFolder) async {
    print("\(before.path) → \(new.path)")
    print(
      "  kept: \(repair.events.grouped) events and \(repair.deadLetters.grouped) dead letters in "
        + "\(repair.segments.grouped) segments, \(repair.cursors) cursors, \(repair.bodies) bodies")
    for damage in before.damages { print("  damaged: \(damage.text)") }
    for loss in repair.losses { print("  not kept: \(loss)") }
    let after = await Verification(new)
    for damage in after.damages { print("  still: \(damage.text)") }
    print("  lost: \(before.eventsLost.grouped) events")
  }
}
