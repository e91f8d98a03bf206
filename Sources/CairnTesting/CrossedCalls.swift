package import Cairn
import Foundation

/// Holds up two threads, each at one of its calls to a disk, and lets them go on one after the other.
///
/// The first one works up to its call, then the second up to its own, then the first to its end, then the second. Who needs
/// what the other has goes on beside it after a moment.
package final class CrossedCalls: Sendable {
  /// The work of a thread, and how many of its calls are let through before it is held up.
  package struct Side: Sendable {
    let calls: Int
    let work: @Sendable () -> Void

    package init(calls: Int, work: @escaping @Sendable () -> Void) {
      self.calls = calls
      self.work = work
    }
  }

  /// One of the two, on its thread.
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

    /// It is not held up any more, and not later either.
    func goOn() {
      callsLeft.withLock { $0 = nil }
      release.signal()
    }

    func finish(by time: DispatchTime = .distantFuture) { _ = end.wait(timeout: time) }
  }

  private static let mark = "crossed"
  private static let moment = DispatchTimeInterval.milliseconds(10)

  package init() {}

  /// The disk with this in front of it.
  package func files(_ files: any FileSystem) -> any FileSystem {
    FaultyFileSystem(files) { _ in
      (Thread.current.threadDictionary[Self.mark] as? Turn)?.pass()
      return .none
    }
  }

  /// Whether each of them was held up.
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
