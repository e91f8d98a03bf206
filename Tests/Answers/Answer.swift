package import Cairn
import Foundation

/// What a server answers to a batch, and what becomes of the events by it.
package struct Answer: Sendable {
  package var status: Int
  package var headers: [String: String]
  /// `<0>` stands for the identifier of the batch's first event, and `<device>` for that of the device.
  package var body: String
  /// So many events are in the batch.
  package var events: Int
  /// What the destination makes of it.
  package var outcome: Outcome
  /// Whether the server has the events that it neither refuses nor asks for again.
  var takesOthers: Bool
  /// Whether nothing is sent any more until the destination is added anew.
  package var isLast = false

  /// `takesOthers`: by default when the status says so.
  init(
    _ status: Int, _ body: String = "", headers: [String: String] = [:], events: Int = 4,
    takesOthers: Bool? = nil, means outcome: Outcome
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.events = events
    self.outcome = outcome
    self.takesOthers = takesOthers ?? (200...299).contains(status)
  }

  /// Which events have yet to arrive after it, by their places in the batch.
  package var open: [Int] {
    switch outcome {
    case .accepted: []
    case .partial(_, let again) where takesOthers: again
    case .partial(let refused, _): (0..<events).filter { refused[$0] == nil }
    case .later, .split, .refused, .halted: Array(0..<events)
    }
  }

  /// The same answer, after which nothing is sent.
  var asLast: Answer {
    var answer = self
    answer.isLast = true
    return answer
  }

  /// The body, to these events of this device.
  package func body(to ids: [String], of device: String) -> String {
    let text = body.replacingOccurrences(of: "<device>", with: device)
    return ids.enumerated().reduce(text) { text, id in
      text.replacingOccurrences(of: "<\(id.offset)>", with: id.element)
    }
  }
}
