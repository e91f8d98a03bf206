package import Cairn
import Foundation

/// Holds calls to a disk, one after another, while other work runs that must not wait for them.
package final class HeldCalls: Sendable {
  /// A call that is to be held, or is held.
  private struct Hold {
    /// The number of calls that pass before it.
    var calls: Int
    let arrival = DispatchSemaphore(value: 0)
    let release = DispatchSemaphore(value: 0)
    let end = DispatchSemaphore(value: 0)
  }

  private enum Outcome {
    case noCall, done, waited
  }

  /// The key in a thread's dictionary that marks its calls to be held.
  private static let mark = "held up"
  /// The number of seconds after which a held call continues; reached only when the other work
  /// waits for the call.
  private static let limit = HangLimit.seconds
  /// The number of milliseconds after which unfinished work is assumed to wait for the held call.
  private static let moment = 30

  private let hold = Locked<Hold?>(nil)
  private let outcome = Locked(Outcome.noCall)

  package init() {}

  /// Returns a file system that holds calls to the given one.
  package func files(_ files: any FileSystem) -> any FileSystem {
    FaultyFileSystem(files) { [self] _ in
      pass()
      return .none
    }
  }

  /// Performs the work once for each call to the disk that it makes, with the call's number, and
  /// the other work while that call is held.
  ///
  /// - Returns: The number of calls that were held; nil as soon as the other work waited for one.
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

  /// Holds the call to the disk with this number, from 0, that the work makes, while another thread
  /// performs the other work; returns false when the work made fewer calls.
  ///
  /// If the other work needs a resource that the held call's thread has, both continue concurrently
  /// after a moment.
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
      // The work made fewer calls.
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
