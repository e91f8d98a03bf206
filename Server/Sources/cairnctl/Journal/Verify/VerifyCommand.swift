import JournalInspection
import ToolSupport
import ArgumentParser
import Cairn

/// Reads every byte and verifies every check.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Read every record, cursor and sealed body, and verify every check.",
    discussion: """
      Exits with 1 when anything is damaged or cannot be read, and prints the file, the byte \
      offset and the events that are lost. An interrupted write of a killed process is only a \
      note: its event was not acknowledged.

      --json prints an array with one object for each journal: path, sound, segments, events, \
      bytes, eventsLost, damages (each with file, what, eventsLost and, if it has a place, \
      offset), notes, seconds, megabytesPerSecond.
      """)

  @OptionGroup var folder: FolderArgument
  @Flag(help: "Print JSON instead of lines.") var json = false

  func run() async throws {
    var verifications: [Verification] = []
    for folder in try JournalSearch.journals(in: folder.directory) {
      verifications.append(await Verification(folder))
    }
    if json {
      try print(StableJSON.text(verifications))
    } else {
      for verification in verifications { print(verification.text) }
    }
    if !verifications.allSatisfy(\.sound) { throw ExitCode(1) }
  }
}
