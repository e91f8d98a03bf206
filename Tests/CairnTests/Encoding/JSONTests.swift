import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct JSONTests {
  func text(_ write: (inout OutputBuffer) -> Void) -> String {
    var buffer = OutputBuffer(capacity: 8)
    write(&buffer)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  func parsed(_ json: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
  }

  @Test("every Unicode scalar is read back unchanged")
  func everyScalar() throws {
    for block in stride(from: 0, to: 0x11_0000, by: 0x800) {
      let scalars = (block..<block + 0x800).compactMap { Unicode.Scalar(UInt32($0)) }
      var string = ""
      string.unicodeScalars.append(contentsOf: scalars)
      let read = try parsed(text { $0.appendJSON(string) }) as? String
      #expect(read.map { Array($0.unicodeScalars) } == Array(string.unicodeScalars))
    }
  }

  @Test("a character that needs escaping is found at every position of a word", arguments: 0..<40)
  func escapePlaces(place: Int) throws {
    for special in ["\"", "\\", "\u{0}", "\u{1F}", "\n", "é", "\u{7F}", "\u{80}", "💥"] {
      var characters = Array(repeating: Character("x"), count: 40)
      characters[place] = Character(special)
      let string = String(characters)
      #expect(try parsed(text { $0.appendJSON(string) }) as? String == string)
    }
  }

  @Test(
    "short decimals are written short",
    arguments: [
      (19.9, "19.9"), (0.1, "0.1"), (199.95, "199.95"), (-0.5, "-0.5"), (20, "20.0"),
      (0, "0.0"), (0.0001, "0.0001"), (123_456.7891, "123456.7891"), (1e300, "1e+300"),
      (-0.0, "-0.0"), (0.1 + 0.2, "0.30000000000000004"), (.leastNonzeroMagnitude, "5e-324"),
    ])
  func decimals(number: Double, expected: String) {
    var isFinite = false
    #expect(text { isFinite = $0.appendJSON(number) } == expected)
    #expect(isFinite)
  }

  @Test("any finite number reads back as the same one")
  func numbersRoundTrip() {
    let random = SeededRandomness(seed: 42)
    for _ in 0..<20_000 {
      let bits = Double(bitPattern: random.next())
      let price = Double(Int64(bitPattern: random.next()) % 100_000_000) / 10_000
      for number in [bits, price] where number.isFinite {
        #expect(Double(text { _ = $0.appendJSON(number) }) == number)
      }
    }
  }

  @Test("a number has the text that Swift describes it with")
  func shortestDecimals() {
    let random = SeededRandomness(seed: 43)
    for _ in 0..<5_000 {
      let whole = Double(random.next(upThrough: 1_100_000_000_000))
      for scale in [1.0, 10, 100, 1_000, 10_000, 100_000, 1e9, 1e16] {
        let number = whole / scale
        for near in [number, number.nextUp, number.nextDown, -number] {
          #expect(text { _ = $0.appendJSON(near) } == near.description)
        }
      }
    }
  }

  @Test(
    "NaN and the infinities become null, which is counted",
    arguments: [
      Double.nan, .infinity, -.infinity, .signalingNaN,
    ])
  func nonFinite(number: Double) {
    var isFinite = true
    #expect(text { isFinite = $0.appendJSON(number) } == "null")
    #expect(!isFinite)
  }

  @Test("whole numbers have all their digits", arguments: [0, 7, -1, 10, 99, 100, .max, .min])
  func integers(number: Int64) {
    #expect(text { $0.appendJSON(number) } == "\(number)")
  }

  @Test("timestamps agree with Foundation's")
  func timestamps() {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    let random = SeededRandomness(seed: 3)
    let fixed: [Int64] = [0, -1, 951_782_399_999, 951_782_400_000, 1_709_164_800_000]
    let chosen = (0..<2_000).map { _ in random.next(upThrough: 4_102_444_800_000) }
    for milliseconds in fixed + chosen {
      let date = Date(timeIntervalSince1970: Double(milliseconds / 1_000))
      let seconds = formatter.string(from: date).prefix(19)
      let written = text { $0.appendTimestamp(WallTime(milliseconds: milliseconds)) }
      if milliseconds >= 0 { #expect(written.prefix(19) == seconds) }
      #expect(written.utf8.count == 24)
    }
    #expect(text { $0.appendTimestamp(-1) } == "1969-12-31T23:59:59.999Z")
    #expect(text { $0.appendTimestamp(.max) } == "9999-12-31T23:59:59.999Z")
    #expect(text { $0.appendTimestamp(.min) } == "0000-01-01T00:00:00.000Z")
  }

  @Test("timestamps have every day of 400 years, the ends of all months, and every second of a day")
  func everyDay() {
    var day: Int64 = -719_528
    for year in 0...9_999 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for (month, days) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        .enumerated()
      {
        let chosen = (1_800..<2_200).contains(year) ? Array(1...days) : [1, days]
        for number in chosen {
          let milliseconds = (day + Int64(number) - 1) * 86_400_000
          let date = [Self.padded(year, 4), Self.padded(month + 1, 2), Self.padded(number, 2)]
          let written = text { $0.appendTimestamp(WallTime(milliseconds: milliseconds)) }
          #expect(written == date.joined(separator: "-") + "T00:00:00.000Z")
        }
        day += Int64(days)
      }
    }
    for second in 0..<86_400 {
      let millisecond = second % 1_000
      let clock = [second / 3_600, second / 60 % 60, second % 60].map { Self.padded($0, 2) }
      let time = WallTime(milliseconds: Int64(second * 1_000 + millisecond))
      let written = text { $0.appendTimestamp(time) }
      #expect(
        written.dropFirst(11)
          == "\(clock.joined(separator: ":")).\(Self.padded(millisecond, 3))Z")
    }
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: digits - text.count) + text
  }
}
