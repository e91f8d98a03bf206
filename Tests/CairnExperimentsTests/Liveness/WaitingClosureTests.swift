import Cairn
import CairnExperiments
import CairnTesting
import Foundation
import Testing

/// Closures of the app that wait for another thread, which uses the same object, as with
/// `DispatchQueue.main.sync`: none of them is called while a lock is held that the other thread
/// needs.
@Suite struct WaitingClosureTests {
  enum Place: String, CaseIterable { case enricher, inspector, redaction, identifiers, log }

  /// Makes another thread do something, and waits for it with a timeout, so that a test fails
  /// instead of hanging.
  final class Waiter: Enricher, EventInspector {
    private let work = Locked<(@Sendable () -> Void)?>(nil)
    private let results = Locked<[Bool]>([])

    func arm(_ work: @escaping @Sendable () -> Void) { self.work.withLock { $0 = work } }

    /// Whether each call has done the work.
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

  private func scene(_ place: Place, _ waiter: Waiter) -> ExperimentFixture {
    var configuration = Configuration.quiet
    configuration.sessionTimeout = nil
    switch place {
    case .enricher: configuration.enrichers = [waiter]
    case .inspector: configuration.inspectors = [waiter]
    case .redaction: configuration.redaction = [.custom { _ in waiter.act() }]
    case .identifiers:
      let action = RedactionAction.transform { text in
        waiter.act()
        return text + "!"
      }
      configuration.redaction = [.keys("visitorId", action: action)]
    case .log: configuration.diagnostics = { _ in waiter.act() }
    }
    return ExperimentFixture(ShopDocument(cart: ["c1": 100]), TestAnalytics(configuration))
  }

  typealias Use = @Sendable (ExperimentContext) -> Void

  static let uses: [(String, Use)] = [
    ("runExperience", { $0.runExperience("cart-test") }),
    ("trackConversion", { $0.trackConversion("purchase", data: [.amount: 1]) }),
    ("setDefaultSegments", { $0.setDefaultSegments([.country: "PT"]) }),
  ]

  @Test("the other thread does not wait", arguments: Place.allCases, uses.indices)
  func free(place: Place, use: Int) async {
    let waiter = Waiter()
    let scene = scene(place, waiter)
    let visitor = scene.experiments.context(visitorID: "v")
    // The log gets a line when the disk accepts no writes.
    if place == .log { scene.testing.storage.isFull = true }
    let (name, other) = Self.uses[use]
    waiter.arm { other(visitor) }
    await Threads.run([0]) { _ in
      visitor.runExperience("cart-test")
      visitor.trackConversion("purchase")
    }
    #expect(waiter.answers == [true], "\(place) \(name)")
    scene.testing.storage.isFull = false
    await scene.testing.analytics.close()
  }

  @Test(
    "an event that begins a session is prepared where no thread waits for it",
    arguments: uses.indices)
  func session(use: Int) async {
    let waiter = Waiter()
    var configuration = Configuration.quiet
    configuration.enrichers = [waiter]
    configuration.sessionTimeout = 60
    let scene = ExperimentFixture(ShopDocument(cart: ["c1": 100]), TestAnalytics(configuration))
    let visitor = scene.experiments.context(visitorID: "v")
    let other = Self.uses[use].1
    scene.testing.clock.advance(bySeconds: 1_000)
    waiter.arm { other(visitor) }
    await Threads.run([0]) { _ in visitor.runExperience("cart-test") }
    #expect(waiter.answers == [true])
    #expect(scene.reports.filter { $0 == "v c1" }.count == 1)
    await scene.testing.analytics.close()
  }
}
