/// A duration in whole milliseconds; it may be negative.
///
/// Arithmetic with durations and times saturates: a result beyond the range of `Int64` is the
/// nearest end of the range. A time that was read from a file may be any number, and must not stop
/// the process.
package struct Milliseconds: Hashable, Sendable {
  /// The number of milliseconds.
  package var count: Int64

  /// Creates a duration of a number of milliseconds.
  @inline(__always)
  package init(_ count: Int64) { self.count = count }

  /// Creates a duration of a number of milliseconds without its fraction.
  ///
  /// A number beyond the range becomes the nearest end of the range; NaN becomes zero.
  package init(clamping count: Double) {
    let end: Int64 = count.isNaN ? 0 : count < 0 ? .min : .max
    self.init(Int64(exactly: count.rounded(.towardZero)) ?? end)
  }

  /// Creates a duration of a number of seconds, without the fraction of a millisecond.
  ///
  /// A number beyond the range becomes the nearest end of the range; NaN becomes zero.
  package init(seconds: Double) { self.init(clamping: seconds * 1_000) }

  /// No time.
  package static var zero: Milliseconds { Milliseconds(0) }
  /// The greatest duration.
  package static var max: Milliseconds { Milliseconds(.max) }
  /// The least duration, which is negative.
  package static var min: Milliseconds { Milliseconds(.min) }

  /// Returns a duration of a number of milliseconds.
  package static func milliseconds(_ count: Int64) -> Milliseconds { Milliseconds(count) }
  /// Returns a duration of a number of seconds.
  package static func seconds(_ count: Int) -> Milliseconds { Milliseconds(Int64(count)) * 1_000 }
  /// Returns a duration of a number of minutes.
  package static func minutes(_ count: Int) -> Milliseconds { seconds(count) * 60 }
  /// Returns a duration of a number of hours.
  package static func hours(_ count: Int) -> Milliseconds { minutes(count) * 60 }
  /// Returns a duration of a number of days of 24 hours.
  package static func days(_ count: Int) -> Milliseconds { hours(count) * 24 }
}

extension Milliseconds {
  /// Returns the sum of two durations.
  package static func + (left: Milliseconds, right: Milliseconds) -> Milliseconds {
    let (sum, overflows) = left.count.addingReportingOverflow(right.count)
    return Milliseconds(overflows ? (right.count < 0 ? .min : .max) : sum)
  }

  /// Returns the difference of two durations.
  package static func - (left: Milliseconds, right: Milliseconds) -> Milliseconds {
    let (difference, overflows) = left.count.subtractingReportingOverflow(right.count)
    return Milliseconds(overflows ? (right.count < 0 ? .max : .min) : difference)
  }

  /// Returns a multiple of a duration.
  package static func * (left: Milliseconds, right: Int64) -> Milliseconds {
    let (product, overflows) = left.count.multipliedReportingOverflow(by: right)
    let isNegative = (left.count < 0) != (right < 0)
    return Milliseconds(overflows ? (isNegative ? .min : .max) : product)
  }
}

extension Milliseconds: Comparable {
  /// Returns whether the left duration is less than the right one.
  package static func < (left: Milliseconds, right: Milliseconds) -> Bool {
    left.count < right.count
  }
}

extension Milliseconds: ExpressibleByIntegerLiteral {
  /// Creates a duration of a number of milliseconds.
  @inline(__always)
  package init(integerLiteral count: Int64) { self.init(count) }
}

extension Milliseconds: Codable {
  /// Decodes the number of milliseconds.
  package init(from decoder: any Decoder) throws { count = try Int64(from: decoder) }

  /// Encodes the number of milliseconds.
  package func encode(to encoder: any Encoder) throws { try count.encode(to: encoder) }
}

extension Milliseconds: CustomStringConvertible {
  /// The number and its unit, as in `250 ms`.
  package var description: String { "\(count) ms" }
}
