import Cairn

/// What is known of a batch's items while they are delivered, by their numbers.
struct AmplitudeDelivery {
  /// Not yet answered.
  private(set) var open: [Int]
  private var held: [Int]
  private var refused: [Int: Rejection] = [:]
  private var again: [Int] = []
  /// What was said of all that is left, where others are refused, so that the batch's outcome cannot say it.
  private(set) var saidOfRest: Outcome?
  private let count: Int

  init(count: Int, held: [Int]) {
    self.count = count
    self.held = held
    open = (0..<count).filter { !held.contains($0) }
  }

  /// Takes what was said of those that were open; returns the outcome where it is about the batch as a whole.
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
      // What was settled before must not be sent again with the others.
      guard !refused.isEmpty else { return answer.outcome }
      again += sent
      open = []
      saidOfRest = answer.outcome
    }
    return nil
  }

  /// When all that could be sent was sent.
  func outcome(afterSeconds wait: Int) -> Outcome {
    if count > 0, held.count == count {
      return .later(afterSeconds: wait, reason: "the device or the user is throttled")
    }
    let rest = (again + held + open).sorted()
    return refused.isEmpty && rest.isEmpty ? .accepted : .partial(refused: refused, again: rest)
  }
}
