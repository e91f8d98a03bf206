public import Cairn

/// The source of the app instance ID: 32 hexadecimal digits that Firebase's SDK provides.
public enum AppInstanceID: Sendable {
  /// The same ID for all events.
  case fixed(String)
  /// The value of a context field, which the app sets.
  case context(String)
  /// The result of a closure.
  ///
  /// The closure must always return the same ID for an event.
  case custom(@Sendable (DecodedEvent) -> String?)

  func find(_ event: DecodedEvent) -> String? {
    switch self {
    case .fixed(let id): return id
    case .context(let field):
      guard case .string(let id)? = event.context[field] else { return nil }
      return id
    case .custom(let find): return find(event)
    }
  }
}
