import Cairn
import ToolSupport

/// The result of `bench questions`.
struct QuestionReport: Encodable {
  struct Question: Encodable {
    var name: String
    var medianMillis: Double
    var maxMillis: Double
  }

  var events: Int
  /// The events that were stored in a second while the store was filled; 0 when it was full
  /// already.
  var perSecond: Int
  var questions: [Question]
  var rounds: Int
  var machine: MachineDescription

  /// A table for people.
  var text: String {
    let rows = questions.map { [$0.name, "\($0.medianMillis)", "\($0.maxMillis)"] }
    return """
      \(TextTable.text([["question", "median ms", "max ms"]] + rows))

      \(events.grouped) events, each question \(rounds) times\
      \(perSecond > 0 ? ", filled with \(perSecond.grouped) events/s" : "")
      \(machine.text)
      """
  }
}
