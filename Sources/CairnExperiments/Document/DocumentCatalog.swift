import Cairn

/// What experiences name by id.
struct DocumentCatalog: Sendable {
  let audiences: [ExactText: Audience]
  let locations: [ExactText: Location]
  let segments: [ExactText: Segment]
  let archived: Set<ExactText>

  init(_ document: DocumentPart) {
    audiences = Self.byID(document["audiences"].elements.compactMap { Audience($0) }, \.id)
    locations = Self.byID(document["locations"].elements.compactMap { Location($0) }, \.id)
    segments = Self.byID(document["segments"].elements.compactMap { Segment($0) }, \.id)
    archived = Set(document["archived_experiences"].texts.map { ExactText($0) })
  }

  /// Of two with the same name the first one counts.
  static func byID<Item>(_ items: [Item], _ name: (Item) -> String) -> [ExactText: Item] {
    Dictionary(items.map { (ExactText(name($0)), $0) }) { first, _ in first }
  }
}
