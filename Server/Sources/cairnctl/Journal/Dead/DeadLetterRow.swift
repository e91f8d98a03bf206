import ToolSupport
import Cairn
import Foundation

/// A dead letter in the form that commands show.
struct DeadLetterRow {
  let journal: String
  let destination: String
  let letter: DeadLetter

  private var fields: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(letter.event))) as? [String: Any] ?? [:]
  }

  /// The event's name, or its kind if it has no name.
  var name: String {
    let fields = fields
    return (fields["event"] ?? fields["name"]) as? String ?? letter.kind.name
  }

  /// The letter as JSON for scripts.
  var object: [String: Any] {
    var object: [String: Any] = [
      "journal": journal, "destination": destination, "id": letter.id.description,
      "type": letter.kind.name, "name": name, "refusedAt": Timestamp.text(letter.refusedAt),
      "reason": letter.rejection.reason, "event": fields,
    ]
    object["status"] = letter.rejection.status
    object["answer"] = letter.rejection.answer
    object["context"] = try? JSONSerialization.jsonObject(with: Data(letter.context))
    return object
  }

  /// The whole letter in lines for people.
  var detail: String {
    var lines = [
      letter.id.description, "  destination  \(destination)",
      "  refused      \(Timestamp.text(letter.refusedAt))",
      "  reason       \(letter.rejection.reason.printable)",
    ]
    if let status = letter.rejection.status { lines.append("  status       \(status)") }
    if let answer = letter.rejection.answer { lines.append("  answer       \(answer.printable)") }
    lines.append("  event")
    lines += Self.pretty(fields).split(separator: "\n").map { "    " + String($0).printable }
    return lines.joined(separator: "\n")
  }

  private static func pretty(_ object: [String: Any]) -> String {
    let data = try? JSONSerialization.data(
      withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
