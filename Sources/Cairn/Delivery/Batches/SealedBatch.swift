/// The data of the batch in flight that the cursor keeps, with which the batch can be sent again
/// byte for byte.
package struct SealedBatch: Equatable, Sendable {
  package var key: BatchKey
  package var bodyHash: UInt64
  package var bodyLength: UInt32
  package var attempts: UInt32
  /// The time of sealing.
  package var sealedAt: WallTime
  /// The time before which the batch is not sent; 0 if there is none.
  package var notBefore: WallTime
  /// The reason for the pause until then.
  package var pause = BatchPause.backOff
  /// The exact positions of its events.
  package var ranges: [PositionRange]

  package init(
    key: BatchKey, bodyHash: UInt64, bodyLength: UInt32, attempts: UInt32 = 0, sealedAt: WallTime,
    notBefore: WallTime = 0, ranges: [PositionRange]
  ) {
    self.key = key
    self.bodyHash = bodyHash
    self.bodyLength = bodyLength
    self.attempts = attempts
    self.sealedAt = sealedAt
    self.notBefore = notBefore
    self.ranges = ranges
  }
}

/// Generates the keys of batches.
package final class BatchKeys: Sendable {
  private let generator: Locked<EventIDGenerator>

  package init(_ randomness: any Randomness) { generator = Locked(EventIDGenerator(randomness)) }

  package func next(wall: WallTime) -> BatchKey { generator.withLock { $0.next(wall: wall) } }
}

/// The idempotency key of a batch, which also names its sealed body.
///
/// A key never stands for two different bodies.
package typealias BatchKey = EventID
