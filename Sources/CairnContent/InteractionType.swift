/// The type of an interaction with content.
public enum InteractionType: String, Hashable, Sendable, CaseIterable {
  /// The content was seen.
  case view
  /// The content was clicked or tapped.
  case click

  /// Makes a type from its name, ignoring case; nil for any other text.
  public init?(ignoringCase text: String) { self.init(rawValue: text.lowercased()) }
}
