/// What an experience is made of, and what is known of it.
package struct ExperienceDefinition: Hashable, Sendable {
  package let id: String
  package var assets: [ContentItem]
  package var texts: [ContentItem]
  package var ctas: [ContentItem]
  /// Where it was seen last.
  package var lastLocation: String?

  package init(
    id: String, assets: [ContentItem], texts: [ContentItem], ctas: [ContentItem] = []
  ) {
    self.id = id
    self.assets = assets
    self.texts = texts
    self.ctas = ctas
  }

  package var assetURLs: [String] { assets.map(\.value) }
}
