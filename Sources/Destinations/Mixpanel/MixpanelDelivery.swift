import Cairn

/// The state of a batch's items while its parts are sent one after another, by index.
///
/// An item is settled when all of its parts are. A part that fails determines the outcome of the
/// whole batch, so that waits, halts and the search for an invalid event take effect. Earlier parts
/// are then sent again, which is harmless: events are deduplicated by ID, and setting a profile
/// again does not change it.
struct MixpanelDelivery {
  /// The indices of the items, for each part in order.
  private let numbers: [[Int]]
  private var refused: [Int: DeliveryRejection] = [:]

  init(parts: [MixpanelPart]) {
    numbers = parts.map(\.numbers)
  }

  /// Handles the outcome of a part; returns the outcome of the batch if the other parts must not be
  /// sent now.
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

  /// The outcome of the batch after all parts were sent.
  var outcome: Outcome { refused.isEmpty ? .accepted : .partial(refused: refused, again: []) }
}
