/// A time of the continuous clock, which measures durations and never steps back.
///
/// Times of different boots of the machine cannot be compared. Arithmetic saturates; see
/// `Milliseconds`.
package struct MonotonicTime: Hashable, Sendable {
  /// The milliseconds since the boot of the machine, including sleep.
  package var milliseconds: Int64

  /// Creates a time from its number of milliseconds.
  @inline(__always)
  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The latest time.
  package static var max: MonotonicTime { MonotonicTime(milliseconds: .max) }
  /// The earliest time.
  package static var min: MonotonicTime { MonotonicTime(milliseconds: .min) }

  /// Returns the time from the right time to the left one; negative when the left one is earlier.
  package static func - (left: MonotonicTime, right: MonotonicTime) -> Milliseconds {
    Milliseconds(left.milliseconds) - Milliseconds(right.milliseconds)
  }

  /// Returns the time that is later by a duration.
  package static func + (left: MonotonicTime, right: Milliseconds) -> MonotonicTime {
    MonotonicTime(milliseconds: (Milliseconds(left.milliseconds) + right).count)
  }

  /// Returns the time that is earlier by a duration.
  package static func - (left: MonotonicTime, right: Milliseconds) -> MonotonicTime {
    MonotonicTime(milliseconds: (Milliseconds(left.milliseconds) - right).count)
  }
}

extension MonotonicTime: Comparable {
  /// Returns whether the left time is earlier than the right one.
  package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension MonotonicTime: ExpressibleByIntegerLiteral {
  /// Creates a time from its number of milliseconds.
  @inline(__always)
  package init(integerLiteral milliseconds: Int64) { self.init(milliseconds: milliseconds) }
}

extension MonotonicTime: Codable {
  /// Decodes the number of milliseconds.
  package init(from decoder: any Decoder) throws { milliseconds = try Int64(from: decoder) }

  /// Encodes the number of milliseconds.
  package func encode(to encoder: any Encoder) throws { try milliseconds.encode(to: encoder) }
}
