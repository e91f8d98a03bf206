import Cairn
import Foundation
import Testing

/// Durations, and the times of the two clocks.
@Suite struct TimesTests {
  /// Numbers in the middle and at the ends of the range, such as a file may contain.
  static let numbers = [Int64.min, .min + 1, -1_000, -1, 0, 1, 1_000, .max - 1, .max]

  /// Returns the number that is nearest to the exact sum.
  static func sum(_ left: Int64, _ right: Int64) -> Int64 {
    // Half of each number leaves room for the sum, and tells on which side it is out of range.
    let half = (left >> 1) + (right >> 1) + (left & right & 1)
    if half > Int64.max >> 1 { return .max }
    return half < Int64.min >> 1 ? .min : left &+ right
  }

  /// Returns the number that is nearest to the exact difference.
  static func difference(_ left: Int64, _ right: Int64) -> Int64 {
    let half = (left >> 1) - (right >> 1) - (~left & right & 1)
    if half > Int64.max >> 1 { return .max }
    return half < Int64.min >> 1 ? .min : left &- right
  }

  @Test("a sum or difference beyond the range is the nearest end of the range", arguments: numbers)
  func saturates(left: Int64) {
    for right in Self.numbers {
      let sum = Self.sum(left, right)
      let difference = Self.difference(left, right)
      let (a, b) = (Milliseconds(left), Milliseconds(right))
      #expect((a + b).count == sum, "\(left) + \(right)")
      #expect((a - b).count == difference, "\(left) - \(right)")
      let (wall, otherWall) = (WallTime(milliseconds: left), WallTime(milliseconds: right))
      #expect((wall + b).milliseconds == sum)
      #expect((wall - b).milliseconds == difference)
      #expect((wall - otherWall).count == difference)
      let (time, other) = (MonotonicTime(milliseconds: left), MonotonicTime(milliseconds: right))
      #expect((time + b).milliseconds == sum)
      #expect((time - b).milliseconds == difference)
      #expect((time - other).count == difference)
    }
  }

  @Test("a multiple beyond the range is the nearest end of the range")
  func multiples() {
    #expect(Milliseconds(-7) * 3 == -21)
    #expect(Milliseconds.max * 2 == .max)
    #expect(Milliseconds.max * -2 == .min)
    #expect(Milliseconds.min * 2 == .min)
    #expect(Milliseconds.min * -1 == .max)
    #expect(Milliseconds.min * 0 == .zero)
  }

  @Test("each unit is a number of milliseconds")
  func units() {
    #expect(Milliseconds.milliseconds(50) == 50)
    #expect(Milliseconds.seconds(30) == 30_000)
    #expect(Milliseconds.minutes(5) == 300_000)
    #expect(Milliseconds.hours(72) == 259_200_000)
    #expect(Milliseconds.days(1) == 86_400_000)
    #expect(Milliseconds.seconds(-1) == -1_000)
    #expect(Milliseconds.days(.max) == .max)
    #expect("\(Milliseconds.seconds(2))" == "2000 ms")
  }

  @Test(
    "seconds are cut to whole milliseconds, and limited to the range",
    arguments: [
      (0, 0), (-0.0, 0), (0.0009, 0), (-0.0009, 0), (1.9999, 1_999), (-1.9999, -1_999),
      (86_400, 86_400_000), (.nan, 0), (.infinity, .max), (-.infinity, .min), (1e300, .max),
      (-1e300, .min), (9_223_372_036_854_776, .max), (-9_223_372_036_854_776, .min),
      (.leastNonzeroMagnitude, 0),
    ] as [(Double, Int64)])
  func seconds(seconds: Double, count: Int64) {
    #expect(Milliseconds(seconds: seconds).count == count)
    guard abs(seconds) < 1e15 else { return }
    #expect(Int64(seconds * 1_000) == count)
  }

  @Test("durations and times are in the order of their numbers")
  func order() {
    let durations = Self.numbers.map { Milliseconds($0) }
    let walls = Self.numbers.map { WallTime(milliseconds: $0) }
    let times = Self.numbers.map { MonotonicTime(milliseconds: $0) }
    #expect(durations.reversed().sorted() == durations)
    #expect(walls.reversed().sorted() == walls)
    #expect(times.reversed().sorted() == times)
    #expect(durations.first == .min && durations.last == .max)
    #expect(walls.first == .min && walls.last == .max)
    #expect(times.first == .min && times.last == .max)
  }

  @Test("a duration or a time is stored as its number alone", arguments: numbers)
  func coding(number: Int64) throws {
    struct Stored: Codable, Equatable {
      var duration: Milliseconds
      var wall: WallTime
      var time: MonotonicTime
    }
    let stored = Stored(
      duration: Milliseconds(number), wall: WallTime(milliseconds: number),
      time: MonotonicTime(milliseconds: number))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(stored)
    let text = #"{"duration":\#(number),"time":\#(number),"wall":\#(number)}"#
    #expect(String(decoding: data, as: UTF8.self) == text)
    #expect(try JSONDecoder().decode(Stored.self, from: data) == stored)
  }
}
