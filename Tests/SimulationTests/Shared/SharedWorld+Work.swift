import Cairn
import CairnTesting

/// The work of a program on a separate thread, while no other thread uses the world.
extension SharedWorld {
  typealias Work = @Sendable () -> Void

  /// Returns work in which the server responds to the request in progress; `answer` gets the number
  /// of events.
  func settling(_ number: Int, _ answer: (Int) -> Outcome) -> Work {
    guard let line = line(number), let batch = line.waiting else { return {} }
    let outcome = answer(batch.events.count)
    let request = Request(batch)
    collector.say(outcome, of: request)
    note(outcome, request)
    // Sendable: one thread works at a time.
    nonisolated(unsafe) let settler = line
    return { settler.answer(outcome) }
  }

  func flushing(_ number: Int) -> Work { work { world in world.perform(.flush(number)) } }

  func pruning(_ number: Int) -> Work { work { world in world.prune(number) } }

  func recording(_ number: Int, _ count: Int) -> Work {
    work { world in for _ in 0..<count { world.perform(.track(number)) } }
  }

  private func work(_ perform: @escaping @Sendable (SharedWorld) -> Void) -> Work {
    // Sendable: one thread works at a time.
    nonisolated(unsafe) let world = self
    return { perform(world) }
  }
}
