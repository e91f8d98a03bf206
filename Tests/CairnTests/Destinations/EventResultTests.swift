import Cairn
import Testing

/// The outcome of responses to single events.
@Suite struct EventResultTests {
  private static let no: DeliveryRejection = "no"
  private static let allAgain = Outcome.later(
    afterSeconds: nil, reason: "every event is to be retried")

  @Test("an answer with results for all events is complete")
  func named() {
    #expect(Outcome.answered([.accepted, .accepted]) == .accepted)
    #expect(
      Outcome.answered([.accepted, .refused(Self.no), .retry])
        == .partial(refused: [1: Self.no], again: [2]))
    #expect(Outcome.answered([.retry, .retry]) == Self.allAgain)
  }

  @Test("an event that is missing beside others is retried, and does not count as delivered")
  func unnamed() {
    #expect(Outcome.answered([.accepted, nil]) == .partial(refused: [:], again: [1]))
    #expect(
      Outcome.answered([nil, .refused(Self.no), nil])
        == .partial(refused: [1: Self.no], again: [0, 2]))
    #expect(Outcome.answered([nil, .retry]) == Self.allAgain)
  }

  @Test("an answer that names none of the events accepts all of them, and so does an empty one")
  func silent() {
    #expect(Outcome.answered([nil, nil]) == .accepted)
    #expect(Outcome.answered([]) == .accepted)
  }
}
