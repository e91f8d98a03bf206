import Foundation
import Testing

@testable import Shipping

@Suite("Partitions")
struct EventPartitionTests {
  @Test("the partition of every day is its month, and one for days that no clock should have")
  func months() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    for day in UInt16.min...UInt16.max {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      let parts = calendar.dateComponents([.year, .month], from: date)
      let (year, month) = (try #require(parts.year), try #require(parts.month))
      let expected = (2_020..<2_100).contains(year) ? year * 100 + month : 0
      try #require(EventPartition.of(day) == expected, "day \(day)")
    }
  }

  @Test(
    "a day fits the type, and an id without a day has the first one",
    arguments: [
      (-1, 0), (0, 1), (1, 1), (20_000, 20_000), (49_671, 49_671), (49_672, 49_671),
      (3_258_000, 49_671),
    ] as [(Int32, UInt16)])
  func days(number: Int32, expected: UInt16) {
    #expect(EventPartition.day(number) == expected)
  }

  @Test(
    "only whole months are dropped",
    arguments: [
      // 2026-11-01 and 2026-11-30.
      (20_758, 202_610, true), (20_758, 202_611, false), (20_787, 202_611, false),
      (20_788, 202_611, true), (20_788, 202_612, false), (20_788, 0, false),
      (18_262, 202_001, false), (1, 202_001, false), (49_000, 209_912, true), (49_000, 0, false),
    ] as [(UInt16, Int, Bool)])
  func before(day: UInt16, partition: Int, expected: Bool) {
    #expect(EventPartition.isBefore(day, partition: partition) == expected)
  }
}
