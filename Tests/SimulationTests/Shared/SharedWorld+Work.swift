import Cairn
import CairnTesting

/// What a program does on a thread of its own, while nobody else touches the world.
extension SharedWorld {
  typealias Work = @Sendable () -> Void

  /// The server answers the request that is under way, as it likes: with how many events it has.
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
