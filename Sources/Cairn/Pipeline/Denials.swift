/// What was recorded while a destination was denied, and is to be given up whatever is said afterwards.
package final class Denials: Sendable {
  private let places = Locked<[PositionRange]>([])

  package init() {}

  /// Notes them before it is granted: from then on, whoever sees that it is granted sees these.
  func add(_ ranges: [PositionRange]) { places.withLock { $0 += ranges } }

  var all: [PositionRange] { places.withLock { $0 } }

  func remove(_ ranges: [PositionRange]) {
    places.withLock { places in places.removeAll { ranges.contains($0) } }
  }
}
