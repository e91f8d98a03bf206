import ArgumentParser
import Cairn

/// Puts dead letters back into the journal.
struct DeadReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Put events back, for the destination that refused them.",
    discussion: """
      The events are sent again under the same identifiers, to that destination alone. The app may run: it sends them \
      with its next event, at a flush or at its next start. When this command is killed, nothing is lost; an event may \
      then be put back twice, and receivers know it by its identifier. Run it as the user whose app it is.

      Exits with 1 when a destination stays in use for some seconds; then nothing of it was changed.
      """)

  @OptionGroup var filter: DeadLetterFilter
  @Flag(help: "All letters, or all that --destination and --reason leave.") var all = false
  @Flag(help: "Print JSON: journal, destination, events, remaining.") var json = false

  func run() async throws {
    let change = DeadLetterChange(filter: filter, all: all, json: json, participle: "put back")
    try await change.run { try await $0.replay(filter.isChosen) }
  }
}
