/// What the cursor keeps of the batch that is under way: enough to send it again, byte for byte.
package struct SealedBatch: Equatable, Sendable {
  package var key: BatchKey
  package var bodyHash: UInt64
  package var bodyLength: UInt32
  package var attempts: UInt32 = 0
  /// Milliseconds since 1970.
  package var sealedAt: Int64
  /// Milliseconds since 1970 before which the destination does not want to be asked; 0 if it may be at any time.
  package var notBefore: Int64 = 0
  /// The events in it, exactly.
  package var ranges: [PositionRange]
}
