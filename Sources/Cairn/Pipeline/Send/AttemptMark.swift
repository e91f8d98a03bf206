/// What the file `attempt` beside a cursor says: whether a request is under way, and how many processes in a row died
/// during one.
///
/// Documentation/JournalFormat.md, section 9. It holds no data of a user.
package struct AttemptMark: Equatable, Sendable {
  package static let size = 48
  /// `EVJATT1\0`.
  private static let magic: UInt64 = 0x0031_5454_414A_5645
  private static let seed: UInt64 = 0xA7
  private static let underWay: UInt32 = 1

  /// The batch of the last attempt; nil before the first one.
  package var batch: BatchKey?
  /// How many attempts in a row ended with the process, and not with an answer or a failure.
  package var deaths: UInt32 = 0
  package var isUnderWay = false
  /// No attempt begins before this time of the wall clock, in milliseconds.
  package var notBefore: Int64 = 0

  package init() {}

  /// The same when an attempt begins.
  package func beginning(_ batch: BatchKey) -> AttemptMark {
    var mark = self
    (mark.batch, mark.isUnderWay) = (batch, true)
    return mark
  }

  /// The same when the attempt ended within the process.
  ///
  /// One that was cancelled says nothing about what an answer does to the process.
  package func ended(isCancelled: Bool) -> AttemptMark {
    var mark = self
    mark.isUnderWay = false
    if !isCancelled { (mark.deaths, mark.notBefore) = (0, 0) }
    return mark
  }

  /// The same when the process that began the attempt is gone: the next attempt waits as after so many failures.
  package func afterDeath(_ retry: RetryPolicy, wall: Int64, random: UInt64) -> AttemptMark {
    var mark = self
    mark.isUnderWay = false
    mark.deaths = deaths < .max ? deaths + 1 : deaths
    let failures = Int(mark.deaths)
    let wait = retry.wait(afterFailures: failures, asked: nil, random: random)
    mark.notBefore = wall + min(wait, Self.longestPause)
    return mark
  }

  /// The milliseconds that an attempt has to wait.
  ///
  /// More than was ever chosen is a wall clock that was set.
  package func remainder(_ retry: RetryPolicy, wall: Int64) -> Int64 {
    guard deaths > 0, notBefore > wall else { return 0 }
    let most = min(retry.bound(afterFailures: Int(deaths)), Self.longestPause)
    let (rest, overflows) = notBefore.subtractingReportingOverflow(wall)
    return overflows ? most : min(rest, most)
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
    buffer.append(littleEndian: notBefore)
    buffer.store(XXH64.hash(buffer.bytes.slice(16, Self.size - 16), seed: Self.seed), at: 8)
    return Array(buffer.bytes)
  }

  /// Nil when the bytes, which may be anything, are no whole mark.
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
    notBefore = bytes.littleEndian(Int64.self, at: 40)
  }
}
