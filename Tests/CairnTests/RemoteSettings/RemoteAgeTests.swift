import Testing

import Cairn

/// The age of remote settings, even if the wall clock is changed.
@Suite struct RemoteAgeTests {
  static let got = RemoteAge(spent: 10, moment: Moment(wall: 1_000, continuous: 500), boot: 1)

  typealias Row = (wall: WallTime, continuous: MonotonicTime, boot: UInt64, spent: Milliseconds)

  static let rows: [Row] = [
    // Within one boot of the machine the wall clock is ignored.
    (1_000, 500, 1, 10), (1_200, 700, 1, 210), (0, 700, 1, 210), (.max, 700, 1, 210),
    (1_000, 499, 1, .max),
    // After another boot only the wall clock is available; settings are too old if it was set back.
    (1_200, 3, 2, 210), (1_000, 9_999, 2, 10), (999, 3, 2, .max), (.max, 3, 2, .max - 990),
    // The boot is unknown.
    (1_200, 700, 0, 210), (900, 700, 0, .max),
  ]

  @Test(
    "age is measured by the continuous clock, and by the wall clock across boots", arguments: rows)
  func passed(wall: WallTime, continuous: MonotonicTime, boot: UInt64, spent: Milliseconds) {
    let now = Moment(wall: wall, continuous: continuous)
    #expect(
      Self.got.advanced(to: now, boot: boot) == RemoteAge(spent: spent, moment: now, boot: boot))
  }

  @Test("elapsed time stays, however often the clock is set back between starts")
  func adds() {
    var age = Self.got
    for boot in 2...25 as ClosedRange<UInt64> {
      age = age.advanced(to: Moment(wall: 1_000, continuous: 0), boot: boot)
      age = age.advanced(to: Moment(wall: 1_000, continuous: 3_600_000), boot: boot)
    }
    #expect(age.spent == .hours(24) + 10)
  }

  @Test("impossible times make settings too old, and cause no crash")
  func hostile() {
    for spent in [Milliseconds.min, -1, .max] {
      let age = RemoteAge(
        spent: spent, moment: Moment(wall: .min, continuous: .min), boot: 1)
      let now = Moment(wall: .max, continuous: .max)
      #expect(age.advanced(to: now, boot: 1).spent == .max)
      #expect(age.advanced(to: now, boot: 2).spent == .max)
    }
  }
}
