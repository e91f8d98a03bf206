import Cairn

/// What is known of a batch's items while their parts are sent one after the other, by their numbers.
///
/// An item is settled when all of its parts are. That one of them is sent once more does no harm: events are recognised by
/// their identifiers, and a profile that is set twice is the same.
struct MixpanelDelivery {
  private let count: Int
  /// Of each part, in order.
  private let numbers: [[Int]]
  private var refused: [Int: Rejection] = [:]

  init(count: Int, parts: [MixpanelPart]) {
    self.count = count
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
    case .later, .split, .refused, .halted: return rest(from: part) ?? outcome
    }
  }

  /// What is settled so far, and the others to be sent again; nil when nothing is.
  private func rest(from part: Int) -> Outcome? {
    let open = Set(numbers[part...].joined()).subtracting(refused.keys)
    return open.count == count ? nil : .partial(refused: refused, again: open.sorted())
  }

  /// When all parts were sent.
  var outcome: Outcome { refused.isEmpty ? .accepted : .partial(refused: refused, again: []) }
}
