import JournalInspection
import ToolSupport
import ArgumentParser
import Cairn
import Foundation

/// Prints events in the order of the journal.
struct TailCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tail", abstract: "Print the last events as JSON, one per line.")

  @OptionGroup var folder: FolderArgument
  @OptionGroup var key: KeyArgument
  @Option(name: .shortAndLong, help: "The number of events to print first; 0 or more.")
  var number = 10
  @Flag(name: .shortAndLong, help: "Continue to print events as they are added, until interrupted.")
  var follow = false

  func validate() throws {
    if number < 0 { throw ValidationError("The number of events cannot be negative.") }
  }

  func run() async throws {
    var tails: [JournalTail] = []
    var lines: [String] = []
    for folder in try JournalSearch.journals(in: folder.directory, encryption: key.encryption()) {
      var tail = JournalTail(folder.log)
      lines += try tail.last(number)
      sayEncrypted(tail.encrypted)
      tails.append(tail)
    }
    show(lines.suffix(number))
    while follow {
      try await Task.sleep(for: .milliseconds(200))
      for index in tails.indices {
        show(try tails[index].more()[...])
        sayMissed(tails[index].missed.total)
        sayEncrypted(tails[index].encrypted)
      }
    }
  }

  private func sayEncrypted(_ events: Int) {
    guard events > 0 else { return }
    Terminal.standardError.write(
      "\(events.grouped) events are encrypted and not shown; pass --key-file\n")
  }

  private func sayMissed(_ events: Int) {
    guard events > 0 else { return }
    Terminal.standardError.write(
      "\(events.grouped) events are not shown: delivered and removed meanwhile, or damaged\n")
  }

  /// Writes without the buffer of `print`, which delays lines in a pipe.
  private func show(_ lines: ArraySlice<String>) {
    guard !lines.isEmpty else { return }
    FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
  }
}
