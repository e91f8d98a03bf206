import JournalInspection
import ToolSupport
import ArgumentParser

/// Shows segments, cursors and the ledger.
struct InspectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Show segments, cursors and the ledger of each journal.",
    discussion: """
      A lane is what one run of one process wrote. Its state: open, somebody writes to it; sealed, it was closed in \
      order; abandoned, its writer died.

      --json prints an array with an object a journal: path, totals, oldestEvent, oldestEventAgeSeconds, lanes, \
      segments, destinations (accounts, lanes with settledUpTo, batchInFlight, bodies, deadLettersStored), unreadable. \
      What is not there is left out. Keys are added, never renamed.
      """)

  @OptionGroup var folder: FolderArgument
  @Flag(help: "Print JSON instead of tables.") var json = false
  @Flag(help: "List each segment too.") var segments = false

  func run() async throws {
    let reports = try JournalSearch.journals(in: folder.directory).map(FolderReport.init)
    if json {
      try print(StableJSON.text(reports))
    } else {
      for report in reports { print(report.text(listsSegments: segments)) }
    }
  }
}
