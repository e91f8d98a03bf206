import Foundation
import NIOCore
import ToolSupport

/// Batches of events of 30 days: sessions of people, most of whom sign in during one.
struct QuestionBatches: Sendable {
  static let size = 500
  static let days = 30
  static let names = (0..<20).map { number in
    ["Opened", "Searched", "Viewed", "Added", "Bought"].indices.contains(number)
      ? ["Opened", "Searched", "Viewed", "Added", "Bought"][number] : "Event \(number)"
  }

  let events: Int
  let people: Int
  /// The start of the first day, in seconds since 1970.
  let start: Int

  init(events: Int, people: Int, now: Date = Date()) {
    self.events = events
    self.people = people
    start = (Int(now.timeIntervalSince1970) / 86_400 - Self.days + 1) * 86_400
  }

  var count: Int { (events + Self.size - 1) / Self.size }

  /// Returns the body of a batch; the batches are in the order of time, as they arrive.
  func body(_ number: Int) -> ByteBuffer {
    var generator = SeededGenerator(seed: UInt64(number))
    let events = (number * Self.size..<min(events, (number + 1) * Self.size)).map { event in
      self.event(event, &generator)
    }
    return ByteBuffer(string: "{\"batch\":[\(events.joined(separator: ","))]}")
  }

  private func event(_ number: Int, _ generator: inout SeededGenerator) -> String {
    let seconds = Int.random(in: 0..<600, using: &generator)
    // One event of fifty is late by up to a day.
    let isLate = Int.random(in: 0..<50, using: &generator) == 0
    let late = isLate ? Int.random(in: 0..<86_400, using: &generator) : 0
    let span = Self.days * 86_400 - 600
    let time = start + Int(Double(number) / Double(events) * Double(span)) + seconds - late
    // The names are not equally frequent.
    let name = Self.names[
      min(Int.random(in: 0..<20, using: &generator), Int.random(in: 0..<20, using: &generator))]
    let person = Int.random(in: 0..<people, using: &generator)
    let isSignedIn = Int.random(in: 0..<4, using: &generator) > 0
    let user = isSignedIn ? #","userId":"user-\#(person)""# : ""
    let milliseconds = String(time * 1_000, radix: 16)
    let id = String(repeating: "0", count: 12 - milliseconds.count) + milliseconds
    let rest = String(repeating: "0", count: 12) + String(number, radix: 16)
    return """
      {"type":"track","event":"\(name)",\
      "messageId":"\(id.prefix(8))-\(id.suffix(4))-7000-8000-\(rest.suffix(12))",\
      "timestamp":"\(Self.text(time))"\(user),"anonymousId":"device-\(person)","properties":\
      {"plan":"\(["free", "team", "pro"][person % 3])","price":\(number % 1_000),\
      "category":"clothes/sweaters","url":"https://example.com/p/\(number)?ref=a&b=c"}}
      """
  }

  private static func text(_ seconds: Int) -> String {
    let date = Date(timeIntervalSince1970: Double(seconds))
    return date.formatted(.iso8601)
  }
}
