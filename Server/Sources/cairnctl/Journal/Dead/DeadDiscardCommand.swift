import ArgumentParser
import Cairn

/// Discards dead letters.
struct DeadDiscardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard", abstract: "Discard events that a destination refused permanently.",
    discussion: """
      They are counted as dropped, with the reason discarded, and cannot be restored: `cairnctl \
      journal export --dead NAME` writes a copy. The app may be running.

      Exits with 1 when a destination stays in use for some seconds; then it was not changed.
      """)

  @OptionGroup var filter: DeadLetterFilter
  @Flag(help: "All letters, or all that match --destination and --reason.") var all = false
  @Flag(help: "Print JSON: journal, destination, events, remaining.") var json = false

  func run() async throws {
    let change = DeadLetterChange(filter: filter, all: all, json: json, participle: "discarded")
    // A damaged letter has no reason that could be matched.
    let takesDamaged = all && filter.reason == nil
    try await change.run {
      try await $0.discard(includingDamaged: takesDamaged, filter.isChosen)
    }
  }
}
