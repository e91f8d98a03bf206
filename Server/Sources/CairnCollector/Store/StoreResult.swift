/// The result of storing an event.
enum StoreResult: Sendable {
  case stored
  /// The same event is stored already.
  case duplicate
  /// A different event is stored with its id, and is not changed.
  case conflict
}
