/// What a destination shall never get, and is to be given up whatever is said afterwards: what was recorded while it was
/// denied, or before a reset.
package final class Denials: Sendable {
  struct Denial: Hashable, Sendable {
    var place: PositionRange
    var reason: DropReason
  }

  private let items = Locked<[Denial]>([])

  package init() {}

  /// Notes them before it is granted: from then on, whoever sees that it is granted sees these.
  func add(_ places: [PositionRange], _ reason: DropReason) {
    items.withLock { $0 += places.map { Denial(place: $0, reason: reason) } }
  }

  var all: [Denial] { items.withLock { $0 } }

  func remove(_ denials: [Denial]) {
    items.withLock { items in items.removeAll { denials.contains($0) } }
  }
}
