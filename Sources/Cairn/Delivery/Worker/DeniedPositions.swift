/// Events that a destination must never receive, even if consent is granted later: those recorded
/// while it was denied, or before a reset.
package final class DeniedPositions: Sendable {
  struct Denial: Hashable, Sendable {
    var place: PositionRange
    var reason: DropReason
  }

  private let items = Locked<[Denial]>([])

  package init() {}

  /// Notes the positions before consent is granted, so that a thread that sees the grant also sees
  /// these.
  func add(_ places: [PositionRange], _ reason: DropReason) {
    items.withLock { $0 += places.map { Denial(place: $0, reason: reason) } }
  }

  var all: [Denial] { items.withLock { $0 } }

  func remove(_ denials: [Denial]) {
    items.withLock { items in items.removeAll { denials.contains($0) } }
  }
}
