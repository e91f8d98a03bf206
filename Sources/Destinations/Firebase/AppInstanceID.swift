public import Cairn

/// Where the identifier of an app's installation comes from: 32 hexadecimal digits that Firebase's SDK gives to the app.
public enum AppInstanceID: Sendable {
  /// The same for all events.
  case fixed(String)
  /// A field of the event's context, which the app has put there.
  case context(String)
  /// Whatever the closure finds.
  ///
  /// It must find the same whenever it is asked.
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
