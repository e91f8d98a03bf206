import ArgumentParser
import Cairn
import Foundation

/// Shows segments, cursors and the ledger.
struct InspectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Show segments, cursors and the ledger of each journal.")

  @OptionGroup var folder: FolderArgument
  @Flag(help: "Print JSON instead of tables.") var json = false

  func run() async throws {
    let reports = try JournalFolder.all(in: folder.directory).map(FolderReport.init)
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(reports), as: UTF8.self))
    } else {
      for report in reports { print(report.text) }
    }
  }
}
