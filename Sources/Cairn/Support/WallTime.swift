/// A time of the wall clock.
///
/// The clock may be set, so that the difference of two times may be any duration. Arithmetic
/// saturates; see `Milliseconds`.
package struct WallTime: Hashable, Sendable {
  /// The milliseconds since 1970, UTC.
  package var milliseconds: Int64

  /// Creates a time from its number of milliseconds.
  @inline(__always)
  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The latest time.
  package static var max: WallTime { WallTime(milliseconds: .max) }
  /// The earliest time.
  package static var min: WallTime { WallTime(milliseconds: .min) }

  /// Returns the time from the right time to the left one; negative when the left one is earlier.
  package static func - (left: WallTime, right: WallTime) -> Milliseconds {
    Milliseconds(left.milliseconds) - Milliseconds(right.milliseconds)
  }

  /// Returns the time that is later by a duration.
  package static func + (left: WallTime, right: Milliseconds) -> WallTime {
    WallTime(milliseconds: (Milliseconds(left.milliseconds) + right).count)
  }

  /// Returns the time that is earlier by a duration.
  package static func - (left: WallTime, right: Milliseconds) -> WallTime {
    WallTime(milliseconds: (Milliseconds(left.milliseconds) - right).count)
  }
}

extension WallTime: Comparable {
  /// Returns whether the left time is earlier than the right one.
  package static func < (left: WallTime, right: WallTime) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension WallTime: ExpressibleByIntegerLiteral {
  /// Creates a time from its number of milliseconds.
  @inline(__always)
  package init(integerLiteral milliseconds: Int64) { self.init(milliseconds: milliseconds) }
}

extension WallTime: Codable {
  /// Decodes the number of milliseconds.
  package init(from decoder: any Decoder) throws { milliseconds = try Int64(from: decoder) }

  /// Encodes the number of milliseconds.
  package func encode(to encoder: any Encoder) throws { try milliseconds.encode(to: encoder) }
}
