import Cairn
import CairnContent
import CairnTesting
import Foundation
import Testing

/// Closures of the app that wait for another thread, which uses the same exposure.
@Suite struct WaitingContentTests {
  final class Waiter: Enricher, EventInspector {
    private let work = Locked<(@Sendable () -> Void)?>(nil)
    private let results = Locked<[Bool]>([])

    func arm(_ work: @escaping @Sendable () -> Void) { self.work.withLock { $0 = work } }

    var answers: [Bool] { results.withLock { $0 } }

    func act() {
      let work = self.work.withLock { work in
        defer { work = nil }
        return work
      }
      guard let work else { return }
      let isDone = DispatchSemaphore(value: 0)
      Thread {
        work()
        isDone.signal()
      }.start()
      let limit = DispatchTime.now() + .seconds(HangLimit.seconds)
      let isInTime = isDone.wait(timeout: limit) == .success
      results.withLock { $0.append(isInTime) }
    }

    func enrich(_ event: inout Event) { act() }

    func inspect(_ event: Event) -> ValidationIssue? {
      act()
      return nil
    }
  }

  enum Place: String, CaseIterable { case enricher, inspector, redaction, log }

  @Test(
    "the other thread does not wait, and everything is measured once", arguments: Place.allCases)
  func exposure(place: Place) async {
    let waiter = Waiter()
    let scene = ContentFixture()
    var configuration = Configuration(destinations: [ContentEngagement(to: scene.server)])
    configuration.syncPolicy = .never
    configuration.diagnostics = { _ in }
    // The event that begins the session is prepared when the view is recorded.
    configuration.sessionTimeout = place == .enricher ? 60 : nil
    switch place {
    case .enricher: configuration.enrichers = [waiter]
    case .inspector: configuration.inspectors = [waiter]
    case .redaction: configuration.redaction = [.custom { _ in waiter.act() }]
    case .log: configuration.diagnostics = { _ in waiter.act() }
    }
    let analytics = Analytics(configuration.testing(clock: scene.clock, storage: scene.storage))
    let content = ContentAnalytics(analytics)
    let exposure = content.exposure(of: .asset("A"))
    scene.clock.advance(bySeconds: 1_000)
    exposure.update(ContentVisibility(fraction: 1))
    scene.clock.advance(bySeconds: 2)
    waiter.arm { exposure.update(ContentVisibility(fraction: 0.5)) }
    await withCheckedContinuation { done in
      Thread {
        exposure.update(ContentVisibility(fraction: 0.9))
        done.resume()
      }.start()
    }
    #expect(waiter.answers == [true])
    exposure.end()
    await analytics.flush()
    #expect(scene.counted == ["A 1 0"])
    await analytics.engine?.stop()
  }
}
