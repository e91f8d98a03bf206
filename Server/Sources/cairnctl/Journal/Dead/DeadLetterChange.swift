import JournalInspection
import ToolSupport
import ArgumentParser
import Cairn

/// Puts selected dead letters back, or discards them, and prints the result.
struct DeadLetterChange {
  /// The result for the letters of one destination.
  struct Result: Encodable {
    var journal: String
    var destination: String
    var events: Int
    var remaining: Int
  }

  let filter: DeadLetterFilter
  let all: Bool
  let json: Bool
  /// The participle of the action, as in `2 put back`.
  let participle: String

  func run(_ change: (DeadLetterManager) async throws -> DeadLetterManager.Report) async throws {
    guard all != !filter.ids.isEmpty else {
      throw ValidationError(
        all ? "Give either identifiers or --all, not both." : "Give identifiers or --all.")
    }
    var results: [Result] = []
    var isComplete = true
    for shelf in try filter.shelves() where isConcerned(shelf) {
      for remark in shelf.remarks { Terminal.standardError.write(remark + "\n") }
      do {
        let report = try await change(shelf.folder.changeableBox(of: shelf.destination))
        results.append(
          Result(
            journal: shelf.folder.path, destination: shelf.destination, events: report.events,
            remaining: report.remaining))
      } catch {
        isComplete = false
        Terminal.standardError.write("\(error)\n")
      }
    }
    try show(results)
    if !isComplete { throw ExitCode(1) }
  }

  private func isConcerned(_ shelf: DeadLetterShelf) -> Bool {
    all && !shelf.contents.damaged.isEmpty || shelf.isAccountBehind
      || shelf.contents.letters.contains(where: filter.isChosen)
  }

  private func show(_ results: [Result]) throws {
    if json { return print(try StableJSON.text(results)) }
    if results.isEmpty { print("no dead letters \(participle)") }
    for result in results {
      print(
        "\(result.destination): \(result.events.grouped) \(participle), "
          + "\(result.remaining.grouped) remain")
    }
  }
}
