/// Generates the keys of batches.
package final class BatchKeys: Sendable {
  private let generator: Locked<EventIDGenerator>

  package init(_ randomness: any Randomness) { generator = Locked(EventIDGenerator(randomness)) }

  package func next(wall: Int64) -> BatchKey { generator.withLock { $0.next(wall: wall) } }
}

/// The idempotency key of a batch, which also names its sealed body.
///
/// A key never stands for two different bodies.
package typealias BatchKey = EventID
