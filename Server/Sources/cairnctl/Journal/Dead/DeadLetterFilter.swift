import JournalInspection
import ArgumentParser
import Cairn
import Foundation

/// The selection of dead letters for a command.
struct DeadLetterFilter: ParsableArguments {
  @OptionGroup var folder: FolderArgument
  @OptionGroup var key: KeyArgument
  @Argument(help: "Identifiers of events, or their last digits, as in the list.")
  var ids: [String] = []
  @Option(help: "Only those of this destination.") var destination: String?
  @Option(help: "Only those whose reason contains this text.") var reason: String?

  /// The minimum number of digits; fewer are probably a mistake.
  static let fewestDigits = 4

  func validate() throws {
    if let id = ids.first(where: { $0.count < Self.fewestDigits }) {
      throw ValidationError(
        "\(id) is too short: give at least the last \(Self.fewestDigits) digits of an identifier.")
    }
  }

  func isChosen(_ letter: DeadLetter) -> Bool {
    let id = letter.id.description
    return (ids.isEmpty || ids.contains { id.hasSuffix($0.lowercased()) })
      && (reason.map { letter.rejection.reason.localizedCaseInsensitiveContains($0) } ?? true)
  }

  /// Returns the shelves with the selected letters; throws when an identifier matches none, or
  /// several.
  func shelves() throws -> [DeadLetterShelf] {
    let journals = try JournalSearch.journals(in: folder.directory, encryption: key.encryption())
    let shelves = try journals.flatMap { journal in
      try journal.destinations.filter { destination ?? $0 == $0 }
        .map { try DeadLetterShelf(journal, $0) }
    }
    if let destination, shelves.isEmpty {
      throw ValidationError("No journal here has a destination \(destination).")
    }
    let all = Set(shelves.flatMap(\.contents.letters).map(\.id))
    for id in ids {
      let found = all.filter { $0.description.hasSuffix(id.lowercased()) }
      if found.isEmpty { throw ValidationError("No dead letter here has the identifier \(id).") }
      if found.count > 1 {
        throw ValidationError(
          "\(id) fits \(found.count) events: "
            + found.map(\.description).sorted().joined(separator: ", "))
      }
    }
    return shelves
  }
}
