import ArgumentParser
import Cairn
import CairnPrivacy
import ToolSupport

/// Inspects the folder of a journal, of a running app, of a terminated one, or copied from a
/// device.
struct JournalCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal",
    abstract: "Inspect a journal's folder. Only `dead replay` and `dead discard` change it.",
    subcommands: [
      InspectCommand.self, VerifyCommand.self, TailCommand.self, ExportCommand.self,
      DeadCommand.self, RepairCommand.self,
    ])
}

/// The folder argument of all commands for a journal.
struct FolderArgument: ParsableArguments {
  @Argument(help: "The folder: Configuration.directory, or any folder in it or above it.")
  var directory: String
}

/// The key of an encrypted journal.
struct KeyArgument: ParsableArguments {
  @Option(
    help: """
      The key of an encrypted journal: a file with its 64 hexadecimal digits, as FileKeyStore writes it.
      """)
  var keyFile: String?

  func encryption() throws -> RecordEncryption {
    guard let keyFile else { return .none }
    let key: [UInt8]
    do {
      key = try FileKeyStore.key(at: keyFile)
    } catch {
      throw ValidationError("The key cannot be read: \(error).")
    }
    return RecordEncryption(
      .chaChaPoly(key: { key }, destroy: {}), instance: "",
      Diagnostics { line in
        Terminal.standardError.write(line.message + "\n")
      })
  }
}
