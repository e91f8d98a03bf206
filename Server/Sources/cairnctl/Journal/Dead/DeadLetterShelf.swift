import JournalInspection
import ToolSupport
import Cairn

/// The dead letters of one destination in one journal at the time of the command.
struct DeadLetterShelf {
  let folder: JournalFolder
  let destination: String
  let contents: DeadLetterContents
  /// Whether a killed command left the counters for the next command to complete.
  let isAccountBehind: Bool

  init(_ folder: JournalFolder, _ destination: String) throws {
    self.folder = folder
    self.destination = destination
    let box = folder.box(of: destination)
    contents = try box.contents()
    isAccountBehind = box.isAccountBehind
  }

  /// Remarks about letters that cannot be shown.
  var remarks: [String] {
    var remarks: [String] = []
    let damaged = contents.damaged.total
    if damaged > 0 {
      remarks.append(
        "\(destination): \(damaged.grouped) damaged letters; they can only be discarded, with --all"
      )
    }
    if contents.unknown > 0 {
      remarks.append(
        "\(destination): \(contents.unknown.grouped) letters of a kind unknown to this version")
    }
    if contents.sealed > 0 {
      remarks.append(
        "\(destination): \(contents.sealed.grouped) encrypted letters; pass --key-file")
    }
    if let failure = contents.failure {
      remarks.append("\(destination): some letters cannot be read now: \(failure)")
    }
    return remarks
  }
}
