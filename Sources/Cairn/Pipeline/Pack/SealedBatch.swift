/// What the cursor keeps of the batch that is under way: enough to send it again, byte for byte.
package struct SealedBatch: Equatable, Sendable {
  package var key: BatchKey
  package var bodyHash: UInt64
  package var bodyLength: UInt32
  package var attempts: UInt32
  /// Milliseconds since 1970.
  package var sealedAt: Int64
  /// Milliseconds since 1970 before which the destination does not want to be asked; 0 if it may be at any time.
  package var notBefore: Int64
  /// Why it waits until then.
  package var pause = BatchPause.backOff
  /// The events in it, exactly.
  package var ranges: [PositionRange]

  package init(
    key: BatchKey, bodyHash: UInt64, bodyLength: UInt32, attempts: UInt32 = 0, sealedAt: Int64,
    notBefore: Int64 = 0, ranges: [PositionRange]
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
