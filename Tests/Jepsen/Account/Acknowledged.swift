import Cairn
import Foundation

/// The receipts of all lives of a round, according to their logs.
struct Acknowledged {
  struct Event {
    var name: EventName
    var id: EventID?
    var time: Int
  }

  /// The stored events, which survive everything.
  var stored: [Event] = []
  /// The events that were in memory when their life was killed.
  var unsure: Set<EventName> = []
  var refused: Set<EventName> = []
  /// The greatest number of each part of a life: of the process itself, and of each of its
  /// children.
  var last: [EventName: Int] = [:]
  /// The times of erasures; the end is 0 when no process lived to record it.
  var erasures: [(first: Int, last: Int)] = []
  /// The recorded users, in order.
  var users: [Int: [String]] = [:]

  /// The number range of each part: the first child of `fork(2)` begins here.
  static let part = 1_000_000

  init(_ folder: String, lives: Int, killed: Set<Int>) {
    for life in 1...max(1, lives) {
      let path = "\(folder)/acks-\(life)"
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      var waiting: [Int: [Event]] = [:]
      for line in text.split(separator: "\n") {
        read(line.split(separator: " "), life, &waiting)
      }
      for event in waiting.values.joined() {
        if killed.contains(life) { unsure.insert(event.name) } else { stored.append(event) }
      }
    }
  }

  private mutating func read(
    _ words: [Substring], _ life: Int, _ waiting: inout [Int: [Event]]
  ) {
    guard words.count >= 2 else { return }
    if words[0] == "v" || words[0] == "w" {
      return users[life, default: []].append(words[1...].joined(separator: " "))
    }
    if words[0] == "c", words.count > 2 { return erase(Int(words[1]) ?? 0, Int(words[2]) ?? 0) }
    guard let number = Int(words[1]) else { return }
    let name = EventName(life: life, number: number)
    let part = number / Self.part
    last[EventName(life: life, number: part)] = number
    guard words[0] != "r", words.count > 3 else {
      refused.insert(name)
      return
    }
    let event = Event(
      name: name, id: EventID(String(words[2])), time: Int(words[3]) ?? 0)
    if words[0] == "u" { return waiting[part, default: []].append(event) }
    stored += (waiting.removeValue(forKey: part) ?? []) + [event]
  }

  private mutating func erase(_ first: Int, _ end: Int) {
    if end > 0 { erasures.removeAll { $0.first == first && $0.last == 0 } }
    erasures.append((first, end))
  }

  /// Returns whether the event may have been erased; `calm` is the end of the faults.
  func isErasable(_ event: Event, calm: Int) -> Bool {
    erasures.contains { _, last in event.time <= (last == 0 ? calm : last) + Self.grace }
  }

  /// The milliseconds after which all processes have detected a denial.
  private static let grace = 2_500

  /// Returns whether a process may have recorded the event: the call after the last one that
  /// returned may have been killed.
  func knows(_ event: EventName) -> Bool {
    let part = event.number / Self.part
    if let before = last[EventName(life: event.life, number: part)] {
      return event.number <= before + 1
    }
    // A life, or a child of it, may be killed in its first call.
    let parent = last[EventName(life: event.life, number: 0)] ?? 0
    return event.number <= part * Self.part + parent + 1
  }
}

extension Acknowledged {
  /// Returns the violations when writers follow one another: a life begins with the user of the
  /// previous life's end.
  func violationsOfIdentity(_ plan: Plan) -> [Violation] {
    guard plan.writers == 1, plan.kind == .identity else { return [] }
    var found: [Violation] = []
    var before: String?
    for (life, said) in users.sorted(by: { $0.key < $1.key }) {
      // A killed call may have changed it.
      if let before, before != "-", let first = said.first, first != before {
        found.append(
          Violation(
            kind: .foreign, text: "life \(life) begins as \(first), the one before was \(before)"))
      }
      before = said.last
    }
    return found
  }
}
