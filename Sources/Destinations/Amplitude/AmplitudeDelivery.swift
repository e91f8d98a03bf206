import Cairn

/// The state of a batch's items during delivery, by index.
struct AmplitudeDelivery {
  /// The items without a result.
  private(set) var open: [Int]
  private var held: [Int]
  private var refused: [Int: DeliveryRejection] = [:]
  private var again: [Int] = []
  /// The outcome for the remaining items, if others were refused and the outcome of the batch
  /// cannot express it.
  private(set) var saidOfRest: Outcome?
  private let count: Int

  init(count: Int, held: [Int]) {
    self.count = count
    self.held = held
    open = (0..<count).filter { !held.contains($0) }
  }

  /// Handles the response for the open items; returns an outcome if it applies to the whole batch.
  mutating func take(_ answer: AmplitudeAnswer) -> Outcome? {
    let sent = open
    switch answer.outcome {
    case .accepted: open = []
    case .partial(let blamed, let asked):
      for (number, rejection) in blamed { refused[sent[number]] = rejection }
      again += asked.map { sent[$0] }
      held += answer.throttled.map { sent[$0] }
      open = answer.others.map { sent[$0] }
    case .later, .split, .refused, .halted:
      // Items that were settled before must not be sent again.
      guard !refused.isEmpty else { return answer.outcome }
      again += sent
      open = []
      saidOfRest = answer.outcome
    }
    return nil
  }

  /// Returns the outcome of the batch after all items that could be sent were sent.
  func outcome(afterSeconds wait: Int) -> Outcome {
    if count > 0, held.count == count {
      return .later(afterSeconds: wait, reason: "the device or the user is throttled")
    }
    let rest = (again + held + open).sorted()
    return refused.isEmpty && rest.isEmpty ? .accepted : .partial(refused: refused, again: rest)
  }
}
