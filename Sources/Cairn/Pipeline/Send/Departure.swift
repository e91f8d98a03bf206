/// Whether a request may still begin: asked when all is ready, right before it does.
///
/// A destination is called with what was allowed a moment ago. Between that and the first byte lie the making of the body
/// and the scheduling of a task, and the user may say no in between.
final class Departure: Sendable {
  /// That of the delivery that the present task makes; nil where nobody delivers for a courier.
  static let current = TaskLocal<Departure?>(wrappedValue: nil)

  private let isAllowed: @Sendable () -> Bool
  private let refused = Locked(false)

  init(_ isAllowed: @escaping @Sendable () -> Bool) { self.isAllowed = isAllowed }

  /// Whether a request was kept from beginning.
  var wasRefused: Bool { refused.withLock { $0 } }

  func mayBegin() -> Bool {
    if isAllowed() { return true }
    refused.withLock { $0 = true }
    return false
  }
}
