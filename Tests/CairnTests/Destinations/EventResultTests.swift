import Cairn
import Testing

/// The outcome of responses to single events.
@Suite struct EventResultTests {
  private static let no: DeliveryRejection = "no"
  private static let allAgain = Outcome.later(
    afterSeconds: nil, reason: "every event is to be retried")

  @Test("an answer with results for all events is complete")
  func named() {
    #expect(Outcome.answered([.taken, .taken]) == .accepted)
    #expect(
      Outcome.answered([.taken, .refused(Self.no), .again])
        == .partial(refused: [1: Self.no], again: [2]))
    #expect(Outcome.answered([.again, .again]) == Self.allAgain)
  }

  @Test("an event that is missing beside others is retried, and does not count as delivered")
  func unnamed() {
    #expect(Outcome.answered([.taken, nil]) == .partial(refused: [:], again: [1]))
    #expect(
      Outcome.answered([nil, .refused(Self.no), nil])
        == .partial(refused: [1: Self.no], again: [0, 2]))
    #expect(Outcome.answered([nil, .again]) == Self.allAgain)
  }

  @Test("an answer that names none of the events has accepted all of them, like an empty one")
  func silent() {
    #expect(Outcome.answered([nil, nil]) == .accepted)
    #expect(Outcome.answered([]) == .accepted)
  }
}
