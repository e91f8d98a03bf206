package import Cairn
import Foundation

/// Holds up calls to a disk, one after another, while something else is done that must not wait for them.
package final class HeldCalls: Sendable {
  /// A call that is to be held up, or is.
  private struct Hold {
    /// How many are let through before.
    var calls: Int
    let arrival = DispatchSemaphore(value: 0)
    let release = DispatchSemaphore(value: 0)
    let end = DispatchSemaphore(value: 0)
  }

  private enum Outcome {
    case noCall, done, waited
  }

  /// Only calls of a thread whose dictionary has this are held up.
  private static let mark = "held up"
  /// Seconds until a call goes on whatever happens; only who waits for it lets them pass.
  private static let limit = HangLimit.seconds
  /// Milliseconds until work that seems to wait for the held call is taken to do so.
  private static let moment = 30

  private let hold = Locked<Hold?>(nil)
  private let outcome = Locked(Outcome.noCall)

  package init() {}

  /// The disk with this in front of it.
  package func files(_ files: any FileSystem) -> any FileSystem {
    FaultyFileSystem(files) { [self] _ in
      pass()
      return .none
    }
  }

  /// Does the work once for each call to the disk that it makes, with its number, and the other work while that call is
  /// held up.
  ///
  /// - Returns: How many calls were held up; nil as soon as the other work waited for one.
  package func holdEach(
    of work: @escaping @Sendable (Int) -> Void, while other: (Int) -> Void
  ) -> Int? {
    for calls in 0... {
      switch hold(calls, of: work, while: other) {
      case .noCall: return calls
      case .done: continue
      case .waited: return nil
      }
    }
    return nil
  }

  /// Holds up the call to the disk with this number, from 0, that the work makes, while another thread does the other
  /// work; false when the work made fewer calls.
  ///
  /// Other work that needs what the held call's thread has goes on beside it after a moment.
  package func hold(
    _ calls: Int, of work: @escaping @Sendable () -> Void,
    beside other: @escaping @Sendable () -> Void
  ) -> Bool {
    let ended = DispatchSemaphore(value: 0)
    let outcome = hold(calls) { _ in
      work()
    } while: { _ in
      Thread {
        other()
        ended.signal()
      }.start()
      if ended.wait(timeout: .now() + .milliseconds(Self.moment)) == .success { ended.signal() }
    }
    guard outcome != .noCall else { return false }
    ended.wait()
    return true
  }

  private func hold(
    _ calls: Int, of work: @escaping @Sendable (Int) -> Void, while other: (Int) -> Void
  ) -> Outcome {
    let hold = Hold(calls: calls)
    self.hold.withLock { $0 = hold }
    outcome.withLock { $0 = .noCall }
    let thread = Thread { [self, end = hold.end, arrival = hold.arrival] in
      Thread.current.threadDictionary[Self.mark] = true
      work(calls)
      // There were not so many.
      if self.hold.withLock({ $0.take() }) != nil { arrival.signal() }
      end.signal()
    }
    thread.start()
    hold.arrival.wait()
    if outcome.withLock({ $0 }) == .done { other(calls) }
    hold.release.signal()
    hold.end.wait()
    return outcome.withLock { $0 }
  }

  private func pass() {
    guard Thread.current.threadDictionary[Self.mark] != nil else { return }
    let held = hold.withLock { hold -> Hold? in
      guard let left = hold?.calls, left == 0 else {
        hold?.calls -= 1
        return nil
      }
      return hold.take()
    }
    guard let held else { return }
    outcome.withLock { $0 = .done }
    held.arrival.signal()
    if held.release.wait(timeout: .now() + .seconds(Self.limit)) == .timedOut {
      outcome.withLock { $0 = .waited }
    }
  }
}
