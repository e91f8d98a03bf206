/// What somebody did with a piece of content.
public enum InteractionType: String, Hashable, Sendable, CaseIterable {
  /// Saw it.
  case view
  /// Clicked or tapped it.
  case click

  /// Reads the name in whatever case it is written; nil when it is none of them.
  public init?(ignoringCase text: String) { self.init(rawValue: text.lowercased()) }
}
