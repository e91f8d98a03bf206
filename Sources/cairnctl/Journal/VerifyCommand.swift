import ArgumentParser
import Cairn

/// Reads every byte and tests every check.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Read every record, cursor and sealed body and test every check.",
    discussion: "Exits with 1 when anything is damaged, and says where.")

  @OptionGroup var folder: FolderArgument

  func run() async throws {
    var damages = 0
    for folder in try JournalFolder.all(in: folder.directory) {
      var verification = Verification(folder)
      try verification.run()
      print(folder.path)
      for note in verification.notes { print("  note: \(note)") }
      for damage in verification.damages { print("  damage: \(damage)") }
      print("  \(verification.summary)")
      damages += verification.damages.count
    }
    if damages > 0 { throw ExitCode(1) }
  }
}
