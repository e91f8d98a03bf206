import Cairn
import CairnTesting
import Dispatch
import Foundation

/// Pauses the disk call with a given number, on any thread, while another thread does something.
///
/// `HeldCalls` pauses calls of one thread; this class also those of background threads.
final class CallPause: Sendable {
  private static let mark = "beside the pause"
  /// The milliseconds after which the other thread's work is assumed to wait for the paused call.
  private static let moment = 20

  private struct State {
    /// The number of calls before the paused one; nil when no call is paused.
    var callsLeft: Int?
    var made = 0
  }

  private let state: Locked<State>
  private let number: Int
  private let arrival = DispatchSemaphore(value: 0)
  private let release = DispatchSemaphore(value: 0)

  init(_ number: Int) {
    self.number = number
    state = Locked(State())
  }

  /// Returns the disk with this in front of it.
  func files(_ files: any FileSystem) -> any FileSystem {
    FaultyFileSystem(files) { [self] _ in
      pass()
      return .none
    }
  }

  private func pass() {
    guard Thread.current.threadDictionary[Self.mark] == nil else { return }
    let isHere = state.withLock { state in
      state.made += 1
      guard let left = state.callsLeft else { return false }
      state.callsLeft = left == 0 ? nil : left - 1
      return left == 0
    }
    guard isHere else { return }
    arrival.signal()
    release.wait()
  }

  /// Does the work, and the other work on another thread while the call is paused; then `end` waits
  /// for the remaining work.
  ///
  /// Returns whether there were so many calls.
  func run(
    _ work: @escaping @Sendable () -> Void, beside other: @escaping @Sendable () -> Void,
    end: @escaping @Sendable () async -> Void
  ) async -> Bool {
    state.withLock { $0.callsLeft = number }
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [self] in
      work()
      Task.detached { [self] in
        await end()
        arrival.signal()
        ended.signal()
      }
    }
    await Self.wait(for: arrival)
    let wasHeld = state.withLock { state in
      defer { state.callsLeft = nil }
      return state.callsLeft == nil
    }
    guard wasHeld else { return false }
    await besides(other)
    await Self.wait(for: ended)
    return true
  }

  private func besides(_ other: @escaping @Sendable () -> Void) async {
    let ended = DispatchSemaphore(value: 0)
    await withCheckedContinuation { done in
      DispatchQueue.global().async { [self] in
        Thread.detachNewThread {
          Thread.current.threadDictionary[Self.mark] = true
          other()
          ended.signal()
        }
        // It may need a lock of the paused thread: then it continues when that does.
        let hasEnded = ended.wait(timeout: .now() + .milliseconds(Self.moment)) == .success
        release.signal()
        if !hasEnded { ended.wait() }
        done.resume()
      }
    }
  }

  static func wait(for semaphore: DispatchSemaphore) async {
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        semaphore.wait()
        done.resume()
      }
    }
  }
}
