import ArgumentParser
import Cairn
import Foundation
import ToolSupport

/// `cairnctl events`: the newest stored events.
struct EventsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events", abstract: "List stored events, the newest first.",
    discussion: """
      Asks a collector. The order is that of the times when the events happened. The column \
      properties has the traits of an identify or a group; a column has up to 40 characters. \
      --csv prints whole values, and --json an object: events, as /v1/events has them, and next, \
      which is null unless there are more.
      """)

  @Argument(help: "The name of the events.") var name: String?
  @Option(help: ArgumentHelp("A user id or an anonymous id.", valueName: "id")) var user: String?
  @Option(help: "The number of events, 1 to 100.") var limit = 20
  @Option(help: ArgumentHelp("The first day, or a time.", valueName: "date")) var from: String?
  @Option(help: ArgumentHelp("The last day, or a time.", valueName: "date")) var to: String?
  @OptionGroup var options: CollectorOptions

  func validate() throws {
    guard (1...100).contains(limit) else { throw ValidationError("--limit is 1 to 100") }
  }

  func run() async throws {
    let data = try await options.ask(
      "/v1/search",
      [("name", name), ("user", user), ("limit", "\(limit)"), ("from", from), ("to", to)])
    if options.json { return print(String(decoding: data, as: UTF8.self)) }
    let answer = try JSONDecoder().decode(SearchAnswer.self, from: data)
    let rows = answer.events.map { event in
      [
        event.timestamp, event.name ?? event.type, event.userId ?? "", event.anonymousId ?? "",
        event.messageId, Self.properties(event.event),
      ]
    }
    let head = ["time", "name", "user", "anonymous", "id", "properties"]
    let output = Terminal.standardOutput
    output.write(options.csv ? CSV.text([head] + rows) : text([head] + rows, output))
    if rows.isEmpty { await options.explain(name.map { [$0] } ?? []) }
  }

  private static func properties(_ event: SearchAnswer.Body) -> String {
    let members = event.properties ?? event.traits
    return String(decoding: members?.value.json ?? [], as: UTF8.self)
  }

  private func text(_ rows: [[String]], _ terminal: Terminal) -> String {
    let rows = rows.map { $0.map(\.printable) }
    let widths = rows[0].indices.map { column in
      min(40, rows.map { $0[column].count }.max() ?? 0)
    }
    return rows.enumerated().map { number, row in
      let cells = zip(row, widths).map { cell, width in
        let short = cell.count > width ? cell.prefix(width - 1) + "…" : cell[...]
        return short + String(repeating: " ", count: width - short.count)
      }
      let line = cells.joined(separator: "  ")
      return (number == 0 ? terminal.dim(line) : line) + "\n"
    }.joined()
  }
}
