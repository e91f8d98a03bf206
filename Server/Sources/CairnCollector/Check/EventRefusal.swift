/// The reason why one event of a batch is refused.
struct EventRefusal: Error {
  var reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
