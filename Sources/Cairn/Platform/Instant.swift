/// A moment, and the same reading of the continuous clock in nanoseconds.
package struct Instant: Sendable {
  package let moment: Moment
  package let nanoseconds: Int64

  package init(wall: Int64, nanoseconds: Int64) {
    moment = Moment(wall: wall, continuous: nanoseconds / 1_000_000)
    self.nanoseconds = nanoseconds
  }

  /// Returns the nanoseconds from the earlier instant to this one.
  package func since(_ earlier: Instant) -> Int64 { nanoseconds - earlier.nanoseconds }
}
