import ArgumentParser
import Cairn
import Foundation
import JournalInspection
import ToolSupport

/// Shows, puts back or discards events that destinations refused permanently.
struct DeadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dead",
    abstract: "List, replay or discard events that destinations refused permanently.",
    discussion: "`cairnctl journal dead FOLDER` lists.",
    subcommands: [DeadListCommand.self, DeadReplayCommand.self, DeadDiscardCommand.self],
    defaultSubcommand: DeadListCommand.self)
}

/// Lists dead letters.
struct DeadListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List events that destinations refused permanently. Changes nothing.",
    discussion: """
      In a terminal the list shows the last digits of identifiers and the beginning of reasons; \
      --verbose shows them completely, with the answer and the event.

      --json prints an array with one object for each letter: journal, destination, id, type, \
      name, refusedAt, reason, status, answer, context, event. Missing values are omitted. Keys \
      may be added, and are never renamed.

      Exits with 1 when some letters cannot be read.
      """)

  @OptionGroup var filter: DeadLetterFilter
  @Flag(help: "Print JSON instead of a table.") var json = false
  @Flag(name: .shortAndLong, help: "Print each letter with its answer and its event.")
  var verbose = false

  func run() async throws {
    let shelves = try filter.shelves()
    let rows = shelves.flatMap { shelf in
      shelf.contents.letters.filter(filter.isChosen).map {
        DeadLetterRow(journal: shelf.folder.path, destination: shelf.destination, letter: $0)
      }
    }.sorted { $0.letter.refusedAt < $1.letter.refusedAt }
    try show(rows)
    for remark in shelves.flatMap(\.remarks) { Terminal.standardError.write(remark + "\n") }
    if shelves.contains(where: { $0.contents.failure != nil }) { throw ExitCode(1) }
  }

  private func show(_ rows: [DeadLetterRow]) throws {
    if json {
      let data = try JSONSerialization.data(
        withJSONObject: rows.map(\.object),
        options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
      print(String(decoding: data, as: UTF8.self))
    } else if rows.isEmpty {
      print("no dead letters")
    } else if verbose {
      print(rows.map(\.detail).joined(separator: "\n\n"))
    } else {
      let terminal = Terminal.standardOutput
      print(DeadLetterTable(rows: rows, width: terminal.isInteractive ? terminal.width : nil).text)
    }
  }
}
