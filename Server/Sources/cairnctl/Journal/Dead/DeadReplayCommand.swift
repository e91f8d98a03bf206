import ArgumentParser
import Cairn

/// Puts dead letters back into the journal.
struct DeadReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Send refused events again to the destination that refused them.",
    discussion: """
      The events are sent again with the same identifiers, only to that destination. The app may \
      be running: it sends them with its next event, at a flush or at its next start. If this \
      command is killed, nothing is lost; an event may then be sent twice, and receivers can \
      deduplicate it by its identifier. Run the command as the app's user.

      Exits with 1 when a destination stays in use for some seconds; then it was not changed.
      """)

  @OptionGroup var filter: DeadLetterFilter
  @Flag(help: "All letters, or all that match --destination and --reason.") var all = false
  @Flag(help: "Print JSON: journal, destination, events, remaining.") var json = false

  func run() async throws {
    let change = DeadLetterChange(filter: filter, all: all, json: json, participle: "put back")
    try await change.run { try await $0.replay(filter.isChosen) }
  }
}
