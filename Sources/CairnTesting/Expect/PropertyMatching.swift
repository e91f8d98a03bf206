/// Which properties an expected event speaks of.
public enum PropertyMatching: Hashable, Sendable {
  /// Those that are named; the event may have others, also inside objects.
  case subset
  /// All of them; the event has no others.
  case exactly
}
