import Foundation
import Testing

@testable import CairnCollector

@Suite("Units of a calendar")
struct LocalClockTests {
  @Test(
    "a week begins on Monday, also where a day was skipped",
    arguments: [
      // Samoa had no 30 December 2011, Kwajalein no 21 August 1993.
      ("Pacific/Apia", "2012-01-01T08:00:00Z", "2011-12-26T10:00:00Z", "2012-01-01T10:00:00Z"),
      ("Pacific/Kwajalein", "1993-08-22T08:00:00Z", "1993-08-16T12:00:00Z", "1993-08-22T12:00:00Z"),
      ("Europe/Berlin", "2026-03-29T12:00:00Z", "2026-03-22T23:00:00Z", "2026-03-29T22:00:00Z"),
      ("UTC", "1969-12-31T00:00:00Z", "1969-12-29T00:00:00Z", "1970-01-05T00:00:00Z"),
    ])
  func weeks(zone: String, time: String, start: String, next: String) throws {
    let clock = LocalClock(try #require(TimeZone(identifier: zone)))
    let found = clock.start(of: .week, at: try #require(Timestamp.microseconds(time)))
    #expect(Timestamp.text(found) == Timestamp.text(try #require(Timestamp.microseconds(start))))
    #expect(
      Timestamp.text(clock.next(.week, after: found))
        == Timestamp.text(try #require(Timestamp.microseconds(next))))
  }
}
