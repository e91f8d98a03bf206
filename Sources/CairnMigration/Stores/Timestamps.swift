import Cairn

/// The forms of time in the stores of other SDKs.
enum Timestamps {
  /// The seconds from 1970 to 2001, Apple's reference date.
  private static let referenceDate: Double = 978_307_200

  /// Returns the text of RFC 3339 with milliseconds, as the events have it; nil for a time that it
  /// cannot express.
  static func text(_ milliseconds: Int64) -> String? {
    guard (-62_135_596_800_000...253_402_300_799_999).contains(milliseconds) else { return nil }
    var buffer = OutputBuffer(capacity: 32)
    buffer.appendTimestamp(WallTime(milliseconds: milliseconds))
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  static func text(secondsSince2001 seconds: Double) -> String? {
    milliseconds(secondsSince1970: seconds + referenceDate).flatMap(text)
  }

  static func text(secondsSince1970 seconds: Double) -> String? {
    milliseconds(secondsSince1970: seconds).flatMap(text)
  }

  static func milliseconds(secondsSince1970 seconds: Double) -> Int64? {
    Int64(exactly: (seconds * 1_000).rounded())
  }

  static func secondsSince2001(_ milliseconds: Int64) -> Double {
    Double(milliseconds) / 1_000 - referenceDate
  }

  /// Returns the text of a time in milliseconds since 1970: a number, or a text of digits.
  static func text(milliseconds value: Value?) -> String? {
    switch value {
    case .int(let number)?: text(Int64(number))
    case .double(let number)?: Int64(exactly: number.rounded()).flatMap(text)
    case .string(let digits)?: Int64(digits).flatMap(text)
    default: nil
    }
  }

  /// Reads a time of RFC 3339, with any number of decimals and any offset; nil for other text.
  static func milliseconds(_ text: String) -> Int64? {
    var digits = TimestampDigits(Array(text.utf8))
    guard let year = digits.number(4), digits.skip("-"), let month = digits.number(2),
      digits.skip("-"), let day = digits.number(2), digits.skip("T") || digits.skip(" "),
      let hour = digits.number(2), digits.skip(":"), let minute = digits.number(2),
      digits.skip(":"), let second = digits.number(2), (1...12).contains(month),
      (1...31).contains(day), hour < 25, minute < 60, second < 61
    else { return nil }
    let fraction = digits.skip(".") || digits.skip(",") ? digits.fraction() : 0
    guard let offset = digits.offset() else { return nil }
    let seconds = (days(year, month, day) * 24 + hour) * 3_600 + minute * 60 + second
    return Int64((seconds - offset) * 1_000 + fraction)
  }

  /// Returns the days from 1970 to a day of the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // A year that begins in March has its leap day at its end.
    let years = month > 2 ? year : year - 1
    let months = (month + 9) % 12
    let leapDays = years / 4 - years / 100 + years / 400
    return years * 365 + leapDays + (months * 153 + 2) / 5 + day - 1 - 719_468
  }
}

/// Reads the parts of a time's text.
private struct TimestampDigits {
  private let text: [UInt8]
  private var place = 0

  init(_ text: [UInt8]) { self.text = text }

  mutating func number(_ count: Int) -> Int? {
    guard place + count <= text.count else { return nil }
    var number = 0
    for byte in text[place..<(place + count)] {
      guard let digit = Self.digit(byte) else { return nil }
      number = number * 10 + digit
    }
    place += count
    return number
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard place < text.count, text[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  /// Reads decimals; returns their milliseconds.
  mutating func fraction() -> Int {
    var (milliseconds, weight) = (0, 100)
    while place < text.count, let digit = Self.digit(text[place]) {
      milliseconds += digit * weight
      weight /= 10
      place += 1
    }
    return milliseconds
  }

  /// Reads the offset from UTC in seconds, with which the text ends; nil for other text.
  mutating func offset() -> Int? {
    if place == text.count || skip("Z") { return place == text.count ? 0 : nil }
    let isWest = skip("-")
    guard isWest || skip("+"), let hours = number(2) else { return nil }
    _ = skip(":")
    guard let minutes = place == text.count ? 0 : number(2), place == text.count else { return nil }
    return (hours * 3_600 + minutes * 60) * (isWest ? -1 : 1)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte ? Int(byte) - 0x30 : nil
  }
}
