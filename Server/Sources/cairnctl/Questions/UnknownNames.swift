import Foundation
import ToolSupport

/// What helps when an answer is empty because of a name that no event has.
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
    for name in names where await isUnknown(name) {
      let known = await frequentNames()
      let list = known.isEmpty ? "" : "; the most frequent names: " + known.joined(separator: ", ")
      Self.note("no event is named \(name.printable)\(list)")
    }
  }

  /// Prints a line on the standard error.
  static func note(_ message: String) {
    try? FileHandle.standardError.write(contentsOf: Data("cairnctl: \(message)\n".utf8))
  }

  private func isUnknown(_ name: String) async -> Bool {
    guard let data = try? await ask("/v1/search", [("name", name), ("limit", "1")]) else {
      return false
    }
    return (try? JSONDecoder().decode(Page.self, from: data))?.events.isEmpty == true
  }

  private func frequentNames() async -> [String] {
    guard let data = try? await ask("/v1/names", []),
      let answer = try? JSONDecoder().decode(Names.self, from: data)
    else { return [] }
    return answer.names.prefix(Self.shown).map(\.name.printable)
  }
}
