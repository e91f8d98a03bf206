/// The properties that an expected event is compared by.
public enum PropertyMatching: Hashable, Sendable {
  /// The named properties; the event may have others, inside objects too.
  case subset
  /// All properties; the event may have no others.
  case exactly
}
