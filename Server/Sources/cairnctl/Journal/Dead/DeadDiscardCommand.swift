import ArgumentParser
import Cairn

/// Gives dead letters up.
struct DeadDiscardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard", abstract: "Give events up that a destination refused for good.",
    discussion: """
      They are counted as dropped, with the reason discarded. Nothing brings them back: `cairnctl journal export \
      --dead NAME` keeps a copy. The app may run.

      Exits with 1 when a destination stays in use for some seconds; then nothing of it was changed.
      """)

  @OptionGroup var filter: DeadLetterFilter
  @Flag(help: "All letters, or all that --destination and --reason leave.") var all = false
  @Flag(help: "Print JSON: journal, destination, events, remaining.") var json = false

  func run() async throws {
    let change = DeadLetterChange(filter: filter, all: all, json: json, participle: "discarded")
    // What is damaged has no reason that could be asked for.
    let takesDamaged = all && filter.reason == nil
    try await change.run {
      try await $0.discard(includingDamaged: takesDamaged, filter.isChosen)
    }
  }
}
