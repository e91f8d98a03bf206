package import Cairn

/// The properties of a definition, as definition events and the file of definitions hold them.
extension ExperienceDefinition {
  package var properties: [String: Value] {
    func list(_ items: [ContentItem]) -> Value { .array(items.map(\.json)) }
    return [
      "id": .string(id), "assets": list(assets), "texts": list(texts), "ctas": list(ctas),
    ]
  }

  /// Makes a definition from its properties; nil if a property is missing.
  package init?(_ properties: [String: Value]) {
    func list(_ name: String) -> [ContentItem]? {
      properties[name]?.arrayValue.map { $0.compactMap(ContentItem.init(json:)) }
    }
    guard let id = properties["id"]?.stringValue, let assets = list("assets"),
      let texts = list("texts"), let ctas = list("ctas")
    else { return nil }
    self.init(id: id, assets: assets, texts: texts, ctas: ctas)
  }
}
