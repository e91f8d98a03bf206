import Cairn
import CairnTesting
import Dispatch
import Foundation

/// Two programs on one disk, of which one runs at a time: the first up to one of its disk calls,
/// then the second up to one of its own, then the first to its end, and then the second.
///
/// They share no lock that a thread waits for: the same numbers of calls result in the same
/// history.
struct Crossing {
  /// The work of a program, and the number of its calls before it is paused.
  struct Side {
    var process: DiskProcess
    var calls: Int
    var work: @Sendable () -> Void
  }

  /// One of the two programs on its thread.
  private final class Turn: Sendable {
    private let pause = DispatchSemaphore(value: 0)
    private let goOn = DispatchSemaphore(value: 0)
    private let held = Locked(false)

    /// Starts the work; returns when it is paused or done.
    init(_ side: Side, on disk: SimulatedDisk) {
      disk.interrupt(side.process, afterCalls: side.calls) { [self] in
        held.withLock { $0 = true }
        pause.signal()
        goOn.wait()
      }
      Thread.detachNewThread { [self] in
        side.work()
        pause.signal()
      }
      pause.wait()
    }

    var wasHeld: Bool { held.withLock { $0 } }

    /// Returns when it is done.
    func finish() {
      guard wasHeld else { return }
      goOn.signal()
      pause.wait()
    }
  }

  let disk: SimulatedDisk

  /// Returns whether each of them made so many calls.
  func run(_ first: Side, _ second: Side) -> (first: Bool, second: Bool) {
    let one = Turn(first, on: disk)
    let two = Turn(second, on: disk)
    // A program that was not paused must not be paused later.
    disk.interrupt(second.process, afterCalls: .max) {}
    one.finish()
    two.finish()
    return (one.wasHeld, two.wasHeld)
  }
}
