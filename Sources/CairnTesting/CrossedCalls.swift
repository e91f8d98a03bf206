package import Cairn
import Foundation

/// Holds two threads, each at one of its calls to a disk, and lets them continue one after the
/// other.
///
/// The first thread runs up to its call, then the second up to its own, then the first to its end,
/// then the second. If a thread needs a resource that the other one holds, both continue
/// concurrently after a moment.
package final class CrossedCalls: Sendable {
  /// The work of a thread, and the number of its calls that pass before it is held.
  package struct Side: Sendable {
    let calls: Int
    let work: @Sendable () -> Void

    package init(calls: Int, work: @escaping @Sendable () -> Void) {
      self.calls = calls
      self.work = work
    }
  }

  /// One of the two sides, on its thread.
  private final class Turn: Sendable {
    private let callsLeft: Locked<Int?>
    private let held = Locked(false)
    private let release = DispatchSemaphore(value: 0)
    private let arrival = DispatchSemaphore(value: 0)
    private let end = DispatchGroup()

    init(_ side: Side) {
      callsLeft = Locked(side.calls)
      end.enter()
      Thread { [self] in
        Thread.current.threadDictionary[CrossedCalls.mark] = self
        side.work()
        Thread.current.threadDictionary[CrossedCalls.mark] = nil
        end.leave()
        arrival.signal()
      }.start()
    }

    var wasHeld: Bool { held.withLock { $0 } }

    func pass() {
      let isHere = callsLeft.withLock { left in
        guard let calls = left else { return false }
        left = calls == 0 ? nil : calls - 1
        return calls == 0
      }
      guard isHere else { return }
      held.withLock { $0 = true }
      arrival.signal()
      release.wait()
    }

    func arrive(by time: DispatchTime) { _ = arrival.wait(timeout: time) }

    /// Releases the thread, and does not hold it again.
    func goOn() {
      callsLeft.withLock { $0 = nil }
      release.signal()
    }

    func finish(by time: DispatchTime = .distantFuture) { _ = end.wait(timeout: time) }
  }

  private static let mark = "crossed"
  private static let moment = DispatchTimeInterval.milliseconds(10)

  package init() {}

  /// Returns a file system that holds calls to the given one.
  package func files(_ files: any FileSystem) -> any FileSystem {
    FaultyFileSystem(files) { _ in
      (Thread.current.threadDictionary[Self.mark] as? Turn)?.pass()
      return .none
    }
  }

  /// Runs both sides; returns whether each of them was held.
  package func run(_ first: Side, _ second: Side) -> (first: Bool, second: Bool) {
    let one = Turn(first)
    one.arrive(by: .distantFuture)
    let two = Turn(second)
    two.arrive(by: one.wasHeld ? .now() + Self.moment : .distantFuture)
    let wasHeld = (first: one.wasHeld, second: two.wasHeld)
    if !wasHeld.second { two.goOn() }
    one.goOn()
    one.finish(by: wasHeld.second ? .now() + Self.moment : .distantFuture)
    two.goOn()
    two.finish()
    one.finish()
    return wasHeld
  }
}
