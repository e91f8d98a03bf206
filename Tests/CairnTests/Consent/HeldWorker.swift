import Cairn
import CairnTesting
import Dispatch
import Foundation

/// Pauses a disk call of the worker, after it was made, until a denial on another thread has
/// returned.
final class HeldWorker: Sendable {
  private static let mark = "denies"
  /// The time that the denial waits for the worker to reach the paused call.
  private static let moment = DispatchTimeInterval.milliseconds(50)

  private struct State {
    var isArmed = false
    var callsLeft: Int
    var wasHeld = false
  }

  private let disk: any FileSystem
  private let suffix: String?
  private let state: Locked<State>
  private let arrival = DispatchSemaphore(value: 0)
  private let release = DispatchSemaphore(value: 0)

  init(holding number: Int, _ disk: any FileSystem) {
    self.disk = disk
    suffix = nil
    state = Locked(State(callsLeft: number))
  }

  init(holdingRemovalOf suffix: String, _ disk: any FileSystem) {
    self.disk = disk
    self.suffix = suffix
    state = Locked(State(callsLeft: 0))
  }

  var files: any FileSystem {
    FaultyFileSystem(disk) { [self] call in
      if Thread.current.threadDictionary[Self.mark] != nil {
        if call.name == "list", arrival.wait(timeout: .now() + Self.moment) == .success {
          arrival.signal()
        }
      } else if isHeld(call) {
        // The call is paused after it was made, not before.
        if call.name == "remove" { try? disk.remove(call.path) }
        arrival.signal()
        release.wait()
      }
      return .none
    }
  }

  private func isHeld(_ call: FaultyFileSystem.Call) -> Bool {
    state.withLock { state in
      guard state.isArmed, suffix.map(call.path.hasSuffix) ?? true else { return false }
      if suffix != nil, call.name != "remove" { return false }
      state.callsLeft -= 1
      guard state.callsLeft == -1 else { return false }
      state.wasHeld = true
      return true
    }
  }

  /// Does the work on a thread whose calls are not paused; returns its result, and whether a call
  /// was paused.
  func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> (Result, Bool) {
    state.withLock { $0.isArmed = true }
    return await withCheckedContinuation { done in
      let result = Locked<Result?>(nil)
      let ended = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        Thread.current.threadDictionary[Self.mark] = true
        let value = work()
        result.withLock { $0 = value }
        ended.signal()
      }
      DispatchQueue.global().async { [self] in
        // It may need a lock of the worker: then it continues when the worker does.
        let hasEnded = ended.wait(timeout: .now() + .seconds(2)) == .success
        let wasHeld = state.withLock { state in
          state.isArmed = false
          return state.wasHeld
        }
        release.signal()
        if !hasEnded { ended.wait() }
        if let value = result.withLock({ $0 }) { done.resume(returning: (value, wasHeld)) }
      }
    }
  }
}
