/// Generates strictly increasing event identifiers by RFC 9562, section 6.2, method 1, with a
/// 12-bit counter after the time.
package struct EventIDGenerator: ~Copyable {
  private let randomness: any Randomness
  private var lastMilliseconds: UInt64 = 0
  private var counter: UInt64 = 0
  private var pool: UnsafeMutableBufferPointer<UInt64>
  private var used: Int

  package init(_ randomness: any Randomness) {
    self.randomness = randomness
    pool = .allocate(capacity: 64)
    pool.initialize(repeating: 0)
    used = pool.count
  }

  deinit { pool.deallocate() }

  package mutating func next(wall: WallTime) -> EventID {
    let milliseconds = UInt64(clamping: wall.milliseconds) & 0xFFFF_FFFF_FFFF
    if milliseconds > lastMilliseconds {
      lastMilliseconds = milliseconds
      // The highest bit starts as 0, so that the counter has room to grow within one millisecond.
      counter = random() & 0x7FF
    } else if counter < 0xFFF {
      counter += 1
    } else {
      lastMilliseconds += 1
      counter = random() & 0x7FF
    }
    return EventID(
      high: lastMilliseconds << 16 | 0x7000 | counter,
      low: random() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }

  private mutating func random() -> UInt64 {
    if used == pool.count {
      randomness.fill(pool)
      used = 0
    }
    used += 1
    return pool[used - 1]
  }
}
