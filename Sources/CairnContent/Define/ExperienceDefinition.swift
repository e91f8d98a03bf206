/// The definition of an experience: its parts, and the location at which it was last seen.
package struct ExperienceDefinition: Hashable, Sendable {
  package let id: String
  package var assets: [ContentItem]
  package var texts: [ContentItem]
  package var ctas: [ContentItem]
  /// The location at which the experience was last seen; nil for none.
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
