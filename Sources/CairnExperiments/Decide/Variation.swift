/// A variation of an experience.
public struct Variation: Hashable, Sendable {
  /// The ID of the variation in the document.
  public let id: String
  /// The key of the variation, for comparison in code; the ID when the document has no key.
  public let key: String
  /// The ID of the experience.
  public let experienceID: String
  /// The key of the experience.
  public let experienceKey: String

  package init(id: String, key: String, experienceID: String, experienceKey: String) {
    self.id = id
    self.key = key
    self.experienceID = experienceID
    self.experienceKey = experienceKey
  }
}
