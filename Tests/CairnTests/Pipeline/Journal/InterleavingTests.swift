import Cairn
import CairnTesting
import Testing

/// P3, P5, P9: two threads use one journal, one of them held up at each of its calls to the disk while the other works.
@Suite struct InterleavingTests {
  typealias Operation = InterleavingScene.Operation

  static let held: [Operation] = [
    .append, .refresh, .reclaim, .sync, .read, .endSegment, .forget, .close,
  ]

  @Test(
    "wherever a thread is held up, what another one does meanwhile is not undone by it",
    arguments: held)
  func pairs(held operation: Operation) throws {
    for other in Operation.allCases {
      for calls in 0... {
        let held = HeldCalls()
        let scene = try InterleavingScene(held)
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
}
