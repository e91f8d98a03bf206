import Cairn
import CairnTesting
import Dispatch
import Foundation

/// A disk some of whose calls do not return until they are let go: a card that is being pulled, a volume of the network.
final class StuckCalls: Sendable {
  typealias Choice = @Sendable (FaultyFileSystem.Call) -> Bool

  /// Seconds until a call goes on whatever happens, so that a test that fails ends: longer than the test waits for
  /// anything meanwhile.
  private static let limit = 5 * HangLimit.seconds
  /// Calls of a thread whose dictionary has this are let through.
  private static let mark = "let through"

  private let choice = Locked<Choice?>(nil)
  private let stuck = Locked(0)
  private let release = DispatchSemaphore(value: 0)

  /// How many calls are held up.
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

  /// From here on these calls do not return.
  func hold(_ choice: @escaping Choice) { self.choice.withLock { $0 = choice } }

  func letGo() {
    choice.withLock { $0 = nil }
    for _ in 0..<stuck.withLock({ $0 }) { release.signal() }
  }

  /// Does something whose own calls are let through.
  func letThrough(_ work: @escaping @Sendable () -> Void) async {
    await onThread {
      Thread.current.threadDictionary[Self.mark] = true
      work()
    }
  }

  /// Whether so many calls come to be held up while something is done again and again; waits on a thread that nobody
  /// else needs.
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

  /// Whether tasks of this priority still run.
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
