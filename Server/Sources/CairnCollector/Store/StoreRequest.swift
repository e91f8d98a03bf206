/// The data of one batch request for the store.
struct StoreRequest: Sendable {
  var project: String
  var events: [CheckedEvent]
  var defaults: BatchDefaults
  /// The number of events that were refused before.
  var refused: Int
}
