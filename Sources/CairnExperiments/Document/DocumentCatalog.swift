import Cairn

/// The parts of a document that experiences reference by ID.
struct DocumentCatalog: Sendable {
  let audiences: [CodeUnitKey: Audience]
  let locations: [CodeUnitKey: Location]
  let segments: [CodeUnitKey: Segment]
  let archived: Set<CodeUnitKey>

  init(_ document: DocumentPart) {
    audiences = Self.byID(document["audiences"].elements.compactMap { Audience($0) }, \.id)
    locations = Self.byID(document["locations"].elements.compactMap { Location($0) }, \.id)
    segments = Self.byID(document["segments"].elements.compactMap { Segment($0) }, \.id)
    archived = Set(document["archived_experiences"].texts.map { CodeUnitKey($0) })
  }

  /// Returns the items by name.
  ///
  /// If several items have the same name, the first one is used.
  static func byID<Item>(_ items: [Item], _ name: (Item) -> String) -> [CodeUnitKey: Item] {
    Dictionary(items.map { (CodeUnitKey(name($0)), $0) }) { first, _ in first }
  }
}
