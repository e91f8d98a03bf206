@testable import CairnCollector

/// The query of a reader's request.
enum QueryTarget: TextTarget {
  static let words = [
    "limit=", "after=", "name=", "id=", "&", "%00", "%C3%A9", "%", "+", "1000", "=",
  ]

  static func run(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    let all = try? EventsQuery(text, .allProjects)
    let own = try? EventsQuery(text, .project("shop"))
    precondition((all == nil) == (own == nil), "what may be asked does not depend on the key")
    guard let all, let own else { return }
    precondition(all.project == nil && own.project == "shop", "nobody chooses a project")
    precondition((1...1_000).contains(all.limit), "within the bounds")
    for text in [all.name, all.id, all.after].compactMap(\.self) {
      precondition(!text.utf8.contains(0), "SQLite ends a text at NUL")
      precondition(text.utf8.count <= input.count * 3, "no longer than what came")
      guard let day = EventDay(inID: text) else { continue }
      precondition(EventDay(inID: text.uppercased()) == day, "the same in either case")
      precondition(!text.lowercased().utf8.lexicographicallyPrecedes(day.firstID.utf8))
    }
  }
}
