import Cairn
import Foundation

/// A dead letter: an event that a destination refused permanently, and the reason.
struct InspectedDeadLetter: Identifiable, Hashable, Sendable {
  let eventID: EventID
  let title: String
  let refusedAt: Date
  /// The status and the reason, such as `422: no such event`.
  let reason: String
  /// The beginning of the destination's response; nil when there is only a reason.
  let answer: String?
  let json: String

  var id: EventID { eventID }

  init(_ letter: DeadLetter) {
    eventID = letter.id
    let rejection = letter.rejection
    reason = (rejection.status.map { "\($0): " } ?? "") + rejection.reason
    answer = rejection.answer
    refusedAt = Date(timeIntervalSince1970: Double(letter.refusedAt.milliseconds) / 1_000)
    json = String(decoding: letter.event, as: UTF8.self)
    let name = Self.name(in: letter.event)
    title = name.isEmpty ? letter.kind.name : name
  }

  private static func name(in event: [UInt8]) -> String {
    guard case .object(let fields)? = Value(json: event[...]),
      case .string(let name)? = fields["event"] ?? fields["name"]
    else { return "" }
    return name
  }
}

/// The dead letters of one destination.
struct InspectedDeadLetters: Identifiable, Hashable, Sendable {
  let destination: String
  /// The letters in the order of rejection, each event once.
  var letters: [InspectedDeadLetter] = []
  /// The letters that cannot be shown, and the reason; nil when there are none.
  var note: String?

  var id: String { destination }

  /// Whether there is nothing to show.
  var isEmpty: Bool { letters.isEmpty && note == nil }

  init(_ destination: String, _ contents: DeadLetterContents) {
    self.destination = destination
    var seen: Set<EventID> = []
    letters = contents.letters.filter { seen.insert($0.id).inserted }.map {
      InspectedDeadLetter($0)
    }
    note = Self.note(contents)
  }

  /// Describes letters that cannot be read at all.
  init(_ destination: String, problem: any Error) {
    self.destination = destination
    note = "The dead letters cannot be read: \(problem)"
  }

  private static func note(_ contents: DeadLetterContents) -> String? {
    let parts = [
      (contents.damaged.total, "damaged"), (contents.sealed, "encrypted without an available key"),
      (contents.unknown, "of a later version"),
    ]
    let counts = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let failure = contents.failure.map { ["cannot be read now: \($0)"] } ?? []
    let all = counts + failure
    return all.isEmpty ? nil : "Not shown: " + all.joined(separator: ", ")
  }
}
