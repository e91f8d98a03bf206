import Cairn
import CairnTesting
import Dispatch
import Foundation

/// A disk on which some calls do not return until they are released, such as a card that is being
/// removed or a network volume.
final class StuckCalls: Sendable {
  typealias Choice = @Sendable (FaultyFileSystem.Call) -> Bool

  /// The seconds after which a call continues in any case, so that a failing test ends: longer than
  /// any wait of the tests.
  private static let limit = 5 * HangLimit.seconds
  /// Calls of a thread whose dictionary has this key are not paused.
  private static let mark = "let through"

  private let choice = Locked<Choice?>(nil)
  private let stuck = Locked(0)
  private let release = DispatchSemaphore(value: 0)

  /// The number of paused calls.
  var count: Int { stuck.withLock { $0 } }

  func files(_ files: any FileSystem) -> any FileSystem {
    FaultyFileSystem(files) { [self] call in
      if let choice = choice.withLock({ $0 }), choice(call),
        Thread.current.threadDictionary[Self.mark] == nil
      {
        stuck.withLock { $0 += 1 }
        _ = release.wait(timeout: .now() + .seconds(Self.limit))
      }
      return .none
    }
  }

  /// Pauses these calls from now on.
  func hold(_ choice: @escaping Choice) { self.choice.withLock { $0 = choice } }

  func letGo() {
    choice.withLock { $0 = nil }
    for _ in 0..<stuck.withLock({ $0 }) { release.signal() }
  }

  /// Does work whose own calls are not paused.
  func letThrough(_ work: @escaping @Sendable () -> Void) async {
    await onThread {
      Thread.current.threadDictionary[Self.mark] = true
      work()
    }
  }

  /// Returns whether this number of calls are paused while the work is repeated; waits on a
  /// separate thread.
  func areStuck(_ number: Int, meanwhile: @escaping @Sendable () -> Void) async -> Bool {
    let found = Locked(false)
    await onThread { [self] in
      let end = DispatchTime.now() + .seconds(HangLimit.seconds)
      while count < number, DispatchTime.now() < end {
        meanwhile()
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(5))
      }
      found.withLock { $0 = self.count >= number }
    }
    return found.withLock { $0 }
  }

  /// Returns whether tasks of this priority still run.
  func poolIsFree(_ priority: TaskPriority) async -> Bool {
    let found = Locked(false)
    await onThread {
      let done = DispatchSemaphore(value: 0)
      Task.detached(priority: priority) { done.signal() }
      let isFree = done.wait(timeout: .now() + .seconds(HangLimit.seconds)) == .success
      found.withLock { $0 = isFree }
    }
    return found.withLock { $0 }
  }

  private func onThread(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { done in
      Thread {
        work()
        done.resume()
      }.start()
    }
  }
}
