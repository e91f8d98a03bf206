package import Cairn
import Foundation

/// The response of a server to a batch, and its effect on the events.
package struct Answer: Sendable {
  package var status: Int
  package var headers: [String: String]
  /// The body.
  ///
  /// `<0>` stands for the identifier of the batch's first event, and `<device>` for that of the
  /// device.
  package var body: String
  /// The number of events in the batch.
  package var events: Int
  /// The outcome that the destination returns.
  package var outcome: Outcome
  /// Whether the server has accepted the events that it neither refuses nor requests again.
  var takesOthers: Bool
  /// Whether nothing is sent after this response until the destination is added again.
  package var isLast = false

  /// Creates a response; `takesOthers` depends on the status by default.
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

  /// The indices of the events in the batch that must still be delivered after the response.
  package var open: [Int] {
    switch outcome {
    case .accepted: []
    case .partial(_, let again) where takesOthers: again
    case .partial(let refused, _): (0..<events).filter { refused[$0] == nil }
    case .later, .split, .refused, .halted: Array(0..<events)
    }
  }

  /// The same response, after which nothing is sent.
  var asLast: Answer {
    var answer = self
    answer.isLast = true
    return answer
  }

  /// Returns the body for these events of this device.
  package func body(to ids: [String], of device: String) -> String {
    let text = body.replacingOccurrences(of: "<device>", with: device)
    return ids.enumerated().reduce(text) { text, id in
      text.replacingOccurrences(of: "<\(id.offset)>", with: id.element)
    }
  }
}
