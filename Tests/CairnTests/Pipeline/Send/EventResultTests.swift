import Cairn
import Testing

/// What answers to single events come to.
@Suite struct EventResultTests {
  private static let no: Rejection = "no"

  @Test("answers to all events say it all")
  func named() {
    #expect(Outcome.answered([.taken, .taken], attempt: 0) == .accepted)
    #expect(
      Outcome.answered([.taken, .refused(Self.no), .again], attempt: 9)
        == .partial(refused: [1: Self.no], again: [2]))
    #expect(
      Outcome.answered([.again, .again], attempt: 9)
        == .later(afterSeconds: nil, reason: "every event is asked for again"))
  }

  @Test("an event that is not named is asked for again, and never taken for delivered")
  func unnamed() {
    #expect(Outcome.answered([.taken, nil], attempt: 9) == .partial(refused: [:], again: [1]))
    #expect(
      Outcome.answered([nil, .refused(Self.no), nil], attempt: 9)
        == .partial(refused: [1: Self.no], again: [0, 2]))
  }

  @Test("where nothing is settled the same request is made again, so often, and then it is refused")
  func bound() {
    let last = Outcome.mostAttemptsUnnamed - 1
    let reason: Rejection = "the server does not say what became of it"
    for attempt in 0..<last {
      #expect(
        Outcome.answered([nil, .again], attempt: attempt)
          == .later(afterSeconds: nil, reason: "no event is answered"))
    }
    #expect(
      Outcome.answered([nil, .again], attempt: last)
        == .partial(refused: [0: reason], again: [1]))
    #expect(
      Outcome.answered([nil, nil], attempt: last)
        == .partial(refused: [0: reason, 1: reason], again: []))
  }
}
