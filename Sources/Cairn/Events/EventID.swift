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

  /// The identifier as two 64-bit words, for types that do not know `EventID`.
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
    reserve(36)
    appendReservedHex(id.high, bytes: 4)
    appendReserved(UInt8(ascii: "-"))
    appendReservedHex(id.high << 32, bytes: 2)
    appendReserved(UInt8(ascii: "-"))
    appendReservedHex(id.high << 48, bytes: 2)
    appendReserved(UInt8(ascii: "-"))
    appendReservedHex(id.low, bytes: 2)
    appendReserved(UInt8(ascii: "-"))
    appendReservedHex(id.low << 16, bytes: 6)
  }

  /// Appends the first `bytes` bytes of the word in hexadecimal, most significant byte first.
  @inline(__always)
  private mutating func appendReservedHex(_ word: UInt64, bytes: Int) {
    var rest = word
    for _ in 0..<bytes {
      appendReservedHex(UInt8(truncatingIfNeeded: rest >> 56))
      rest <<= 8
    }
  }
}
