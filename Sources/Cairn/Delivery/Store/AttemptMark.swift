/// The content of the file `attempt` beside a cursor: whether a request is under way, and the
/// number of processes in a row that died during a request.
///
/// See Documentation/JournalFormat.md, section 9. It contains no personal data.
package struct AttemptMark: Equatable, Sendable {
  package static let size = 48
  /// The magic number `EVJATT1\0`.
  private static let magic: UInt64 = 0x0031_5454_414A_5645
  private static let seed: UInt64 = 0xA7
  private static let underWay: UInt32 = 1

  /// The batch of the last attempt; nil before the first one.
  package var batch: BatchKey?
  /// The number of attempts in a row that ended with the death of the process.
  package var deaths: UInt32 = 0
  package var isUnderWay = false
  /// The earliest time of the next attempt.
  package var notBefore: WallTime = 0

  package init() {}

  /// Returns the mark for an attempt that begins.
  package func beginning(_ batch: BatchKey) -> AttemptMark {
    var mark = self
    (mark.batch, mark.isUnderWay) = (batch, true)
    return mark
  }

  /// Returns the mark for an attempt that has ended while the process lives.
  ///
  /// A cancelled attempt does not reset the number of deaths, because its response never arrived.
  package func ended(isCancelled: Bool) -> AttemptMark {
    var mark = self
    mark.isUnderWay = false
    if !isCancelled { (mark.deaths, mark.notBefore) = (0, 0) }
    return mark
  }

  /// Returns the mark for an attempt whose process has died: the next attempt waits as long as
  /// after the same number of failures.
  package func afterDeath(_ retry: RetryPolicy, wall: WallTime, random: UInt64) -> AttemptMark {
    var mark = self
    mark.isUnderWay = false
    mark.deaths = deaths < .max ? deaths + 1 : deaths
    let failures = Int(mark.deaths)
    let wait = retry.wait(afterFailures: failures, asked: nil, random: random)
    mark.notBefore = wall + min(wait, Self.longestPause)
    return mark
  }

  /// Returns the remaining wait before the next attempt.
  ///
  /// It never exceeds the longest wait that could have been chosen, so that a wall clock that was
  /// set back cannot prolong it.
  package func remainder(_ retry: RetryPolicy, wall: WallTime) -> Milliseconds {
    guard deaths > 0, notBefore > wall else { return 0 }
    let most = min(retry.bound(afterFailures: Int(deaths)), Self.longestPause)
    return min(notBefore - wall, most)
  }

  private static let longestPause = DeliveryMachine.longestMemory
}

extension AttemptMark {
  package func encoded() -> [UInt8] {
    var buffer = OutputBuffer(capacity: Self.size)
    buffer.append(littleEndian: Self.magic)
    buffer.append(littleEndian: UInt64(0))
    buffer.append(littleEndian: batch?.high ?? 0)
    buffer.append(littleEndian: batch?.low ?? 0)
    buffer.append(littleEndian: deaths)
    buffer.append(littleEndian: isUnderWay ? Self.underWay : 0)
    buffer.append(littleEndian: notBefore.milliseconds)
    buffer.store(XXH64.hash(buffer.bytes.slice(16, Self.size - 16), seed: Self.seed), at: 8)
    return Array(buffer.bytes)
  }

  /// Decodes a mark; returns nil when the bytes, which may be arbitrary, are not a valid mark.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.size, bytes.littleEndian(UInt64.self, at: 0) == Self.magic,
      bytes.littleEndian(UInt64.self, at: 8)
        == XXH64.hash(bytes.slice(16, Self.size - 16), seed: Self.seed)
    else { return nil }
    let key = BatchKey(
      high: bytes.littleEndian(UInt64.self, at: 16), low: bytes.littleEndian(UInt64.self, at: 24))
    batch = key == BatchKey(high: 0, low: 0) ? nil : key
    deaths = bytes.littleEndian(UInt32.self, at: 32)
    isUnderWay = bytes.littleEndian(UInt32.self, at: 36) == Self.underWay
    notBefore = WallTime(milliseconds: bytes.littleEndian(Int64.self, at: 40))
  }
}
