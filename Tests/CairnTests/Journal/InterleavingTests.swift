import Cairn
import CairnTesting
import Testing

/// P3, P5, P9: two threads use one journal, one of them paused at each of its disk calls while the
/// other works.
@Suite struct InterleavingTests {
  typealias Operation = InterleavingFixture.Operation

  static let held: [Operation] = [
    .append, .refresh, .reclaim, .sync, .read, .endSegment, .forget, .close,
  ]

  @Test(
    "wherever a thread is paused, it does not undo the work of another one meanwhile",
    arguments: held)
  func pairs(held operation: Operation) throws {
    for other in Operation.allCases {
      for calls in 0... {
        let held = HeldCalls()
        let scene = try InterleavingFixture(held.files)
        let wasHeld = held.hold(calls) {
          scene.perform(operation)
        } beside: {
          scene.perform(other)
        }
        let wrong = try scene.check(forgotten: [operation, other].contains(.forget))
        #expect(
          wrong.isEmpty, "\(operation) held at call \(calls) beside \(other): \(wrong.prefix(3))")
        if !wasHeld { break }
      }
    }
  }

  /// Every fifth call of the second thread is tried, beginning with another one for each call of
  /// the first.
  private static let step = 5

  @Test(
    "wherever two threads are both paused, neither undoes the work of the other", arguments: held
  )
  func crossed(first: Operation) throws {
    for second in Self.held {
      for calls in 0... {
        var isOver = false
        for others in stride(from: calls % Self.step, to: .max, by: Self.step) {
          let crossed = CrossedCalls()
          let scene = try InterleavingFixture(crossed.files)
          let held = crossed.run(
            CrossedCalls.Side(calls: calls) { scene.perform(first) },
            CrossedCalls.Side(calls: others) { scene.perform(second) })
          let wrong = try scene.check(forgotten: [first, second].contains(.forget))
          #expect(
            wrong.isEmpty,
            "\(first) at call \(calls), \(second) at call \(others): \(wrong.prefix(3))")
          isOver = !held.first
          if !held.second { break }
        }
        if isOver { break }
      }
    }
  }
}
