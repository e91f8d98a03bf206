import Cairn
import CairnTesting
import Dispatch
import Foundation

/// Two programs on one disk, of which one works at a time: the first up to one of its calls to the disk, then the second
/// up to one of its own, then the first to its end, and then the second.
///
/// They share no lock that a thread waits for: the same numbers of calls are the same history.
struct Crossing {
  /// What a program does, and how many of its calls are let through before it is held up.
  struct Side {
    var process: DiskProcess
    var calls: Int
    var work: @Sendable () -> Void
  }

  /// One of the two, on its thread.
  private final class Turn: Sendable {
    private let pause = DispatchSemaphore(value: 0)
    private let goOn = DispatchSemaphore(value: 0)
    private let held = Locked(false)

    /// Returns when it is held up or done.
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

  /// Whether each of them made so many calls.
  func run(_ first: Side, _ second: Side) -> (first: Bool, second: Bool) {
    let one = Turn(first, on: disk)
    let two = Turn(second, on: disk)
    // Who was not held up shall not be later.
    disk.interrupt(second.process, afterCalls: .max) {}
    one.finish()
    two.finish()
    return (one.wasHeld, two.wasHeld)
  }
}
