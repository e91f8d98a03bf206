public import Foundation

/// The identifier of an event: a UUID of version 7 (RFC 9562), which sorts by the time of the
/// event.
///
/// It is made when the event is recorded and never changes. Every retry sends the same identifier,
/// so a server can deduplicate on it.
public struct EventID: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The identifier as two 64-bit words, as `LogFeedbackFilter` compares it.
  package var words: SIMD2<UInt64> { SIMD2(high, low) }

  /// The identifier as Foundation's type.
  public var uuid: UUID {
    var bytes = uuid_t(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) {
      $0.storeBytes(of: high.bigEndian, as: UInt64.self)
      $0.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    return UUID(uuid: bytes)
  }

  /// The time at which the identifier was made, in milliseconds since 1970.
  ///
  /// It is taken from the wall clock, but is never less than that of an identifier that the process
  /// made before.
  public var milliseconds: Int64 { Int64(high >> 16) }
}

extension EventID: Comparable {
  /// Compares by time, then by the order in which one process made the identifiers.
  public static func < (left: EventID, right: EventID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

extension EventID: CustomStringConvertible {
  /// The canonical text form in lower case, such as `01935b6e-0b0a-7a27-9a54-27c2cd1f5a11`.
  public var description: String {
    var buffer = OutputBuffer(capacity: 64)
    buffer.append(self)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}

extension OutputBuffer {
  /// Appends the 36 characters of the identifier.
  package mutating func append(_ id: EventID) {
    let hyphen = UInt8(ascii: "-")
    let middle = Self.hexadecimal(UInt32(truncatingIfNeeded: id.high))
    let lower = Self.hexadecimal(UInt32(truncatingIfNeeded: id.low >> 32))
    reserve(36)
    storeReserved(Self.hexadecimal(UInt32(truncatingIfNeeded: id.high >> 32)), at: 0)
    storeReserved(hyphen, at: 8)
    storeReserved(UInt32(truncatingIfNeeded: middle), at: 9)
    storeReserved(hyphen, at: 13)
    storeReserved(UInt32(truncatingIfNeeded: middle >> 32), at: 14)
    storeReserved(hyphen, at: 18)
    storeReserved(UInt32(truncatingIfNeeded: lower), at: 19)
    storeReserved(hyphen, at: 23)
    storeReserved(UInt32(truncatingIfNeeded: lower >> 32), at: 24)
    storeReserved(Self.hexadecimal(UInt32(truncatingIfNeeded: id.low)), at: 28)
    appendStored(36)
  }

  /// Returns the eight hexadecimal digits of the number, the first in the lowest byte.
  ///
  /// All digits are computed at once, each in a byte of its own.
  @inline(__always)
  private static func hexadecimal(_ number: UInt32) -> UInt64 {
    var bytes = UInt64(number.byteSwapped)
    bytes = (bytes | bytes << 16) & 0x0000_FFFF_0000_FFFF
    bytes = (bytes | bytes << 8) & 0x00FF_00FF_00FF_00FF
    let digits = (bytes >> 4 & 0x000F_000F_000F_000F) | (bytes & 0x000F_000F_000F_000F) << 8
    // A digit above 9 carries into the upper half of its byte.
    let letters = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    // The letters begin 39 places behind the character that follows "9".
    return digits + 0x3030_3030_3030_3030 + letters * 39
  }
}
