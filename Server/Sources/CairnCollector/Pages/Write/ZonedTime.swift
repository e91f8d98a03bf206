import Foundation

/// Writes and reads times in a time zone.
struct ZonedTime: Sendable {
  let zone: TimeZone

  /// Creates the times of a zone such as `Europe/Berlin`.
  ///
  /// - Returns: Nil for a name that is none of a time zone.
  init?(_ name: String) {
    guard let zone = try? QuestionQuery.timeZone(name) else { return nil }
    self.zone = zone
  }

  init() { zone = .gmt }

  var name: String { zone == .gmt ? "UTC" : zone.identifier }

  /// Returns `2026-11-27 14:03:22.123`.
  func text(_ microseconds: Int64) -> String {
    String(local(microseconds).prefix(23)).replacing("T", with: " ")
  }

  /// Returns `2026-11-27`.
  func day(_ microseconds: Int64) -> String { String(local(microseconds).prefix(10)) }

  /// Returns `14:03:22.123`.
  func clock(_ microseconds: Int64) -> String {
    String(local(microseconds).prefix(23).dropFirst(11))
  }

  /// Returns `14:00`.
  func hour(_ microseconds: Int64) -> String {
    String(local(microseconds).prefix(16).dropFirst(11))
  }

  /// Returns `27 Nov`.
  func shortDay(_ microseconds: Int64) -> String {
    let day = day(microseconds).split(separator: "-")
    guard day.count == 3, let month = Int(day[1]), let number = Int(day[2]) else { return "" }
    return "\(number) \(Self.months[(month - 1) % 12])"
  }

  /// Returns the time with its offset, as in RFC 3339.
  func exact(_ microseconds: Int64) -> String {
    let offset = offset(microseconds)
    guard offset != 0 else { return Timestamp.text(microseconds) }
    let minutes = abs(offset) / 60
    let pad = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return local(microseconds).dropLast() + (offset < 0 ? "-" : "+")
      + "\(pad(minutes / 60)):\(pad(minutes % 60))"
  }

  /// Returns the start of a day such as `2026-11-27`; nil for a text that is no day.
  func start(ofDay text: String) -> Int64? {
    guard text.utf8.count == 10, let start = Timestamp.microseconds(text) else { return nil }
    // The offset at the start is not that of the time in UTC on a day when the clock changes.
    let guess = start - Int64(offset(start)) * 1_000_000
    return start - Int64(offset(guess)) * 1_000_000
  }

  private func local(_ microseconds: Int64) -> String {
    Timestamp.text(microseconds + Int64(offset(microseconds)) * 1_000_000)
  }

  private func offset(_ microseconds: Int64) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(microseconds) / 1_000_000))
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
