import JournalInspection
import ToolSupport
import ArgumentParser

/// Shows segments, cursors and the ledger.
struct InspectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Show segments, cursors and the ledger of each journal.",
    discussion: """
      A lane contains the events of one run of one process. Its state is open while a process \
      writes to it, sealed if it was closed normally, and abandoned if its writer died.

      --json prints an array with one object for each journal: path, totals, oldestEvent, \
      oldestEventAgeSeconds, lanes, segments, destinations (accounts, lanes with settledUpTo, \
      batchInFlight, bodies, deadLettersStored), unreadable. Missing values are omitted. Keys may \
      be added, and are never renamed.
      """)

  @OptionGroup var folder: FolderArgument
  @Flag(help: "Print JSON instead of tables.") var json = false
  @Flag(help: "Also list each segment.") var segments = false

  func run() async throws {
    let reports = try JournalSearch.journals(in: folder.directory).map(FolderReport.init)
    if json {
      try print(StableJSON.text(reports))
    } else {
      for report in reports { print(report.text(listsSegments: segments)) }
    }
  }
}
