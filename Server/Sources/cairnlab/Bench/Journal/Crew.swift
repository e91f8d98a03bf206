import ToolSupport
import Cairn
import Foundation

/// Threads that do the same work at the same time.
enum Crew {
  /// Returns how often per second all threads together performed the work; each thread performs it
  /// `count` times.
  static func rate(
    threads: Int, times: Int, _ work: @escaping @Sendable (_ count: Int) throws -> Void
  ) throws -> Double {
    let ready = DispatchSemaphore(value: 0)
    let go = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    let failure = Locked<(any Error)?>(nil)
    for _ in 0..<threads {
      let thread = Thread {
        ready.signal()
        go.wait()
        do {
          try work(times)
        } catch {
          failure.withLock { $0 = error }
        }
        done.signal()
      }
      thread.start()
    }
    for _ in 0..<threads { ready.wait() }
    let start = Stopwatch.nanoseconds()
    for _ in 0..<threads { go.signal() }
    for _ in 0..<threads { done.wait() }
    let seconds = Double(Stopwatch.nanoseconds() - start) / 1e9
    if let failure = failure.withLock({ $0 }) { throw failure }
    return Double(threads * times) / max(seconds, 1e-9)
  }
}
