/// What a visitor gets of an experience.
public struct Variation: Hashable, Sendable {
  /// The variation's id, as the experience's document gives it.
  public let id: String
  /// The variation's key, which code compares with; the id when the document has no key.
  public let key: String
  /// The experience it is of.
  public let experienceID: String
  /// The experience it is of, by its key.
  public let experienceKey: String

  package init(id: String, key: String, experienceID: String, experienceKey: String) {
    self.id = id
    self.key = key
    self.experienceID = experienceID
    self.experienceKey = experienceKey
  }
}
