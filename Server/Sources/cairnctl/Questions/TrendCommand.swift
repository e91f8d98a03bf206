import ArgumentParser
import Cairn
import Foundation
import ToolSupport

/// `cairnctl trend`: the number of events or users over time.
struct TrendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trend", abstract: "Show the number of events or users over time.",
    discussion: """
      Asks a collector. Without a name it counts the events of all names. --json prints an object: \
      starts, series (each with label, values and total) and readFrom, which is null unless --by \
      had to leave out older events.
      """)

  enum Unit: String, ExpressibleByArgument, CaseIterable { case hour, day, week }

  @Argument(help: "The name of the events.") var name: String?
  @Option(help: "The unit of time of a value.") var unit = Unit.day
  @Flag(help: "Count users instead of events.") var users = false
  @Option(help: ArgumentHelp("Show each value of a property.", valueName: "property"))
  var by: String?
  @OptionGroup var period: PeriodOptions
  @OptionGroup var options: CollectorOptions

  func run() async throws {
    let data = try await options.ask(
      "/v1/trend",
      [
        ("name", name), ("unit", unit.rawValue), ("measure", users ? "users" : "events"),
        ("by", by),
      ] + period.parameters)
    if options.json { return print(String(decoding: data, as: UTF8.self)) }
    let answer = try JSONDecoder().decode(TrendAnswer.self, from: data)
    let labels = answer.labels(unit: unit.rawValue, zone: period.zone)
    let output = Terminal.standardOutput
    output.write(options.csv ? csv(answer) : text(answer, labels, output))
    await explain(answer)
  }

  private func explain(_ answer: TrendAnswer) async {
    if answer.series.allSatisfy({ $0.total == 0 }) {
      await options.explain(name.map { [$0] } ?? [])
    } else if let by, answer.series.allSatisfy({ $0.label == nil }) {
      CollectorOptions.note("none of these events has the property \(by.printable)")
    }
  }

  private func csv(_ answer: TrendAnswer) -> String {
    let rows = answer.series.flatMap { series in
      zip(answer.starts, series.values).map { [$0, series.label ?? "", "\($1)"] }
    }
    return CSV.text([["start", "label", users ? "users" : "events"]] + rows)
  }

  private func text(_ answer: TrendAnswer, _ labels: [String], _ terminal: Terminal) -> String {
    let what = users ? "users" : "events"
    let subject = name.map { "\($0): \(what)" } ?? what
    var text = terminal.bold("\(subject) by \(unit.rawValue), \(period.zone)") + "\n"
    if by == nil, let series = answer.series.first {
      let most = series.values.max() ?? 0
      let numbers = series.values.map(\.grouped)
      let width = numbers.map(\.count).max() ?? 0
      let space = max(10, min(60, terminal.width - width - (labels.first?.count ?? 0) - 6))
      for (label, (number, value)) in zip(labels, zip(numbers, series.values)) {
        let padding = String(repeating: " ", count: width - number.count)
        text += "\(label)  \(padding)\(number)  "
        text += terminal.green(Sparkline.bar(value, of: most, width: space)) + "\n"
      }
      text += terminal.bold("total") + " \(series.total.grouped)\n"
    } else {
      text += table(answer, labels, terminal)
    }
    if let time = answer.readFrom {
      text += "Events before \(time) were not read: there are too many; choose a later --from.\n"
    }
    return text
  }

  private func table(_ answer: TrendAnswer, _ labels: [String], _ terminal: Terminal) -> String {
    let names = answer.series.map { $0.label?.printable ?? "(other)" }
    let width = min(30, names.map(\.count).max() ?? 0)
    let totals = answer.series.map(\.total.grouped)
    let totalWidth = totals.map(\.count).max() ?? 0
    var text = ""
    for (name, (series, total)) in zip(names, zip(answer.series, totals)) {
      let shown = name.count > width ? name.prefix(width - 1) + "…" : name[...]
      text += shown + String(repeating: " ", count: width - shown.count) + "  "
      text += String(repeating: " ", count: totalWidth - total.count) + total + "  "
      text += terminal.green(Sparkline.text(series.values)) + "\n"
    }
    if let first = labels.first, let last = labels.last {
      text += terminal.dim("\(first) to \(last)") + "\n"
    }
    return text
  }
}
