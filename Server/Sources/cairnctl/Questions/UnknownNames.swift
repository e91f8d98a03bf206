import Foundation
import ToolSupport

/// The explanation of an answer that is empty because no event has a name, or the project none.
extension CollectorOptions {
  private struct Names: Decodable {
    struct Name: Decodable { var name: String }
    var names: [Name]
  }

  private struct Page: Decodable {
    struct Event: Decodable {}
    var events: [Event]
  }

  /// The maximum number of names in a hint.
  private static let shown = 8

  /// Prints those of the names that no event has at any time, with the most frequent names, on the
  /// standard error.
  func explain(_ names: [String]) async {
    if let project, await isUnknown(nil) {
      return Self.note("the project \(project.printable) has no events")
    }
    for name in names where await isUnknown(name) {
      let known = await frequentNames()
      let list = known.isEmpty ? "" : "; the most frequent names: " + known.joined(separator: ", ")
      Self.note("no event is named \(name.printable)\(list)")
    }
  }

  /// Returns whether no event has this name; nil stands for any name.
  private func isUnknown(_ name: String?) async -> Bool {
    guard let data = await askSilently("/v1/search", [("name", name), ("limit", "1")]) else {
      return false
    }
    return (try? JSONDecoder().decode(Page.self, from: data))?.events.isEmpty == true
  }

  private func frequentNames() async -> [String] {
    guard let data = await askSilently("/v1/names", []),
      let answer = try? JSONDecoder().decode(Names.self, from: data)
    else { return [] }
    return answer.names.prefix(Self.shown).map(\.name.printable)
  }
}
