import Cairn

/// What is known of a batch's items while their parts are sent one after the other, by their numbers.
///
/// An item is settled when all of its parts are. A part that fails is the whole batch's outcome, so that a wait, a halt and a
/// search for the offender take effect. That the parts before it are sent once more does no harm: events are recognised by
/// their identifiers, and a profile that is set twice is the same.
struct MixpanelDelivery {
  /// Of each part, in order.
  private let numbers: [[Int]]
  private var refused: [Int: Rejection] = [:]

  init(parts: [MixpanelPart]) {
    numbers = parts.map(\.numbers)
  }

  /// Takes what was said of a part's records; returns the batch's outcome when the rest is not to be sent now.
  mutating func take(_ outcome: Outcome, ofPart part: Int) -> Outcome? {
    let records = numbers[part]
    switch outcome {
    case .accepted: return nil
    case .partial(let blamed, _):
      for (record, rejection) in blamed { refused[records[record]] = rejection }
      return nil
    case .refused(let rejection) where records.count == 1:
      refused[records[0]] = rejection
      return nil
    case .split where records.count == 1:
      refused[records[0]] = "too large for Mixpanel"
      return nil
    case .later, .split, .refused, .halted: return outcome
    }
  }

  /// When all parts were sent.
  var outcome: Outcome { refused.isEmpty ? .accepted : .partial(refused: refused, again: []) }
}
