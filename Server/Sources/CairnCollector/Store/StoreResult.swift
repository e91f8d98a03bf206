/// What became of an event that may be stored.
enum StoreResult: Sendable {
  case stored
  /// The same event is stored already.
  case duplicate
  /// Another event is stored under its id, and stays as it is.
  case conflict
}
