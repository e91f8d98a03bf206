import Cairn
import Foundation

/// What all lives of a round were promised, as their logs say.
struct Acknowledged {
  struct Event {
    var name: EventName
    var id: EventID?
    var time: Int
  }

  /// They survive everything.
  var stored: [Event] = []
  /// They were in memory when their life was killed.
  var unsure: Set<EventName> = []
  var refused: Set<EventName> = []
  /// The greatest number of each half of a life.
  var last: [EventName: Int] = [:]
  /// Times at which all was erased; the end is 0 when nobody lived to write it.
  var erasures: [(first: Int, last: Int)] = []
  /// What was said of the user, in order.
  var users: [Int: [String]] = [:]

  /// Numbers from here on are those of the other half of a process that forked.
  static let half = 1_000_000

  init(_ folder: String, lives: Int, killed: Set<Int>) {
    for life in 1...max(1, lives) {
      let path = "\(folder)/acks-\(life)"
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      var waiting: [[Event]] = [[], []]
      for line in text.split(separator: "\n") {
        read(line.split(separator: " "), life, &waiting)
      }
      for event in waiting.joined() {
        if killed.contains(life) { unsure.insert(event.name) } else { stored.append(event) }
      }
    }
  }

  private mutating func read(_ words: [Substring], _ life: Int, _ waiting: inout [[Event]]) {
    guard words.count >= 2 else { return }
    if words[0] == "v" || words[0] == "w" {
      return users[life, default: []].append(words[1...].joined(separator: " "))
    }
    if words[0] == "c", words.count > 2 { return erase(Int(words[1]) ?? 0, Int(words[2]) ?? 0) }
    guard let number = Int(words[1]) else { return }
    let name = EventName(life: life, number: number)
    let half = number / Self.half
    last[EventName(life: life, number: half)] = number
    guard words[0] != "r", words.count > 3 else {
      refused.insert(name)
      return
    }
    let event = Event(
      name: name, id: EventID(String(words[2])), time: Int(words[3]) ?? 0)
    if words[0] == "u" { return waiting[min(half, 1)].append(event) }
    stored += waiting[min(half, 1)] + [event]
    waiting[min(half, 1)] = []
  }

  private mutating func erase(_ first: Int, _ end: Int) {
    if end > 0 { erasures.removeAll { $0.first == first && $0.last == 0 } }
    erasures.append((first, end))
  }

  /// Whether it may have been erased; `calm` is when the faults had ended.
  func isErasable(_ event: Event, calm: Int) -> Bool {
    erasures.contains { _, last in event.time <= (last == 0 ? calm : last) + Self.grace }
  }

  /// What processes hear of a denial late, in milliseconds.
  private static let grace = 2_500

  /// Whether anybody may have recorded it: the call after the last one that returned may have been killed.
  func knows(_ event: EventName) -> Bool {
    let half = event.number / Self.half
    let before = last[EventName(life: event.life, number: half)]
    // A life may be killed in its first call, and a half of it, too.
    return event.number <= (before ?? last[EventName(life: event.life, number: 0)] ?? 0)
      + (half > 0 && before == nil ? Self.half : 0) + 1
  }
}
