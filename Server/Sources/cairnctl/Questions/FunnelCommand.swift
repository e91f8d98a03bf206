import ArgumentParser
import Cairn
import Foundation
import ToolSupport

/// `cairnctl funnel`: the users that did several events in an order.
struct FunnelCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "funnel", abstract: "Show how many users did several events in an order.",
    discussion: """
      Asks a collector. The first event happened in the period, and all of them within the window. \
      --json prints an object: steps, each with name, users and medianSeconds, the median time \
      since the step before.
      """)

  @Argument(help: "The names of the events in their order: 2 to 8.") var steps: [String]
  @Option(help: ArgumentHelp("The time for all steps, such as 30m, 24h or 7d.", valueName: "time"))
  var window = "7d"
  @OptionGroup var period: PeriodOptions
  @OptionGroup var options: CollectorOptions

  func validate() throws {
    guard (2...8).contains(steps.count) else { throw ValidationError("a funnel has 2 to 8 steps") }
  }

  func run() async throws {
    let data = try await options.ask(
      "/v1/funnel", steps.map { ("step", $0) } + [("window", window)] + period.parameters)
    if options.json { return print(String(decoding: data, as: UTF8.self)) }
    let answer = try JSONDecoder().decode(FunnelAnswer.self, from: data)
    let output = Terminal.standardOutput
    output.write(options.csv ? csv(answer) : text(answer, output))
    await options.explain(answer.steps.filter { $0.users == 0 }.map(\.name))
  }

  private func csv(_ answer: FunnelAnswer) -> String {
    let rows = answer.steps.enumerated().map { number, step in
      ["\(number + 1)", step.name, "\(step.users)", step.medianSeconds.map { "\($0)" } ?? ""]
    }
    return CSV.text([["step", "name", "users", "medianSeconds"]] + rows)
  }

  private func text(_ answer: FunnelAnswer, _ terminal: Terminal) -> String {
    let first = answer.steps.first?.users ?? 0
    let nameWidth = answer.steps.map(\.name.count).max() ?? 0
    let userWidth = answer.steps.map(\.users.grouped.count).max() ?? 0
    let space = max(10, min(40, terminal.width - nameWidth - userWidth - 30))
    var text = terminal.bold("users within \(window), \(period.zone)") + "\n"
    for (number, step) in answer.steps.enumerated() {
      let percent = first > 0 ? Double(step.users) * 100 / Double(first) : 0
      let share = String(format: "%5.1f %%", percent)
      let bar = Sparkline.bar(step.users, of: first, width: space)
      text += "\(number + 1) \(step.name)"
      text += String(repeating: " ", count: nameWidth - step.name.count + 2)
      text += String(repeating: " ", count: userWidth - step.users.grouped.count)
      text += "\(step.users.grouped)  \(share)  " + terminal.green(bar)
      text += String(repeating: " ", count: max(1, space - bar.count + 1))
      if let seconds = step.medianSeconds {
        text += terminal.dim("median \(Int(seconds * 1_000).inTime)")
      }
      text += "\n"
    }
    return text
  }
}
