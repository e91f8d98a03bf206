import ToolSupport
import ArgumentParser
import Cairn
import CairnPrivacy

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
