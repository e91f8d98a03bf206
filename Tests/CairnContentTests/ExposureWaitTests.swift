import Cairn
import CairnContent
import CairnTesting
import Dispatch
import Foundation
import Testing

/// The time that a call on an exposure waits for another thread that records its measurement.
@Suite struct ExposureWaitTests {
  static let full = ContentVisibility(fraction: 1, depth: 1)

  /// An inspector with an action for interactions.
  struct Looking: EventInspector {
    let work: @Sendable () -> Void

    func inspect(_ event: Event) -> ValidationIssue? {
      work()
      return nil
    }
  }

  func launch(_ clock: ManualClock, _ work: @escaping @Sendable () -> Void) -> ContentAnalytics {
    let server = RecordingDestination(name: "server")
    var own = Configuration(destinations: [ContentEngagement(to: server)])
    own.diagnostics = { _ in }
    own.syncPolicy = .never
    own.inspectors = [Looking(work: work)]
    return ContentAnalytics(Analytics(own.testing(clock: clock)))
  }

  @Test("an inspector that uses the exposure of its view does not wait")
  func within() async {
    let clock = ManualClock()
    let shown = Locked<Exposure?>(nil)
    let calls = Locked(0)
    let content = launch(clock) {
      guard let exposure = shown.withLock({ $0 }) else { return }
      guard
        calls.withLock({ calls in
          calls += 1
          return calls == 1
        })
      else { return }
      for _ in 0..<20 { exposure.update(Self.full) }
    }
    let exposure = content.exposure(of: .asset("A"))
    shown.withLock { $0 = exposure }
    exposure.update(Self.full)
    clock.advance(bySeconds: 2)
    exposure.end()
    #expect(exposure.pauses == 0)
    #expect(content.recorded >= 1)
    shown.withLock { $0 = nil }
    await content.close()
  }

  @Test("a call does not wait forever for a thread that an inspector delays, and nothing is lost")
  func heldUp() async {
    let clock = ManualClock()
    let (reached, released) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isFirst = Locked(true)
    let content = launch(clock) {
      guard
        isFirst.withLock({ isFirst in
          defer { isFirst = false }
          return isFirst
        })
      else { return }
      reached.signal()
      released.wait()
    }
    let exposure = content.exposure(of: .asset("A"))
    exposure.update(Self.full)
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      clock.advance(bySeconds: 2)
      exposure.update(Self.full)
      ended.signal()
    }
    await Self.wait(for: reached)
    // A call as on the main thread, which the delayed thread may wait for.
    exposure.end()
    #expect(exposure.pauses <= Exposure.maximumWait)
    released.signal()
    await Self.wait(for: ended)
    while content.recorded < 2 { await Task.yield() }
    #expect(content.recorded == 2)
    await content.close()
  }

  private static func wait(for semaphore: DispatchSemaphore) async {
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        semaphore.wait()
        done.resume()
      }
    }
  }
}

extension ContentAnalytics {
  /// The number of recorded interactions.
  fileprivate var recorded: UInt64 {
    analytics.ledger().destinations.reduce(0) { $0 + $1.pending + $1.delivered }
  }
}
