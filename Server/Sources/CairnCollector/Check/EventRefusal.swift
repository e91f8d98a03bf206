/// Why one event is refused, while the others of its batch are not.
struct EventRefusal: Error {
  var reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
