import CairnTesting
import Foundation
import Testing

@testable import Cairn
@testable import CairnExperiments

/// Conversions that wait while their user is reset, the SDK closes, or another process erases.
@Suite struct WaitingResetTests {
  @Test(
    "for a visitor that was reset, each goal is recorded once, and each forced purchase",
    arguments: [true, false])
  func oncePerGoal(isRelaunched: Bool) async {
    let first = WaitingFixture()
    await first.settle()
    let context = first.experiments.context()
    let visitor = first.analytics.anonymousID
    context.trackConversion("purchase", data: [.amount: 1])
    for amount in 2...4 {
      context.trackConversion(
        "purchase", data: [.amount: .int(amount)], forceMultipleTransactions: true)
    }
    for _ in 1...2 {
      context.trackConversion(
        "purchase", data: [.amount: 5, .transactionID: "t"], forceMultipleTransactions: true)
    }
    let scene: WaitingFixture
    if isRelaunched {
      first.analytics.reset()
      scene = await first.relaunch(.document())
    } else {
      first.analytics.reset()
      first.network.answerNext(.document())
      await first.refresh()
      scene = first
    }
    #expect(scene.waiting == 0)
    let reports = scene.scene.reports
    #expect(reports.count { $0 == "\(visitor) 9001" } == 1)
    #expect(reports.count { $0 == "\(visitor) 9001…" } == 5)
    #expect(Set(scene.scene.keys).count == scene.scene.keys.count)
    #expect(scene.experiments.visitors.state(of: visitor) == VisitorState())
    await scene.analytics.close()
  }

  @Test("no part of a conversion is recorded while the journal closes")
  func closing() async {
    let first = WaitingFixture()
    await first.settle()
    first.context().trackConversion("purchase", data: [.amount: 1])
    first.analytics.engine?.observers.close()
    first.network.answerNext(.document())
    await first.refresh()
    #expect(first.scene.reports == [])
    #expect(first.waiting == 1)
    let next = await first.relaunch(.document())
    #expect(next.scene.reports == ["u1 9001", "u1 9001…"])
    await next.analytics.close()
  }

  @Test("after close, a conversion is refused, counted and not stored")
  func closed() async throws {
    let scene = WaitingFixture()
    await scene.settle()
    await scene.analytics.close()
    #expect(scene.context().trackConversion("purchase").outcome == .refused)
    #expect(scene.analytics.ledger().refused == [.closed: 1])
    let next = await scene.relaunch(.document())
    #expect(next.scene.reports == [])
    await next.analytics.close()
  }

  @Test("products are notified of the end before the journal closes")
  func order() async throws {
    let testing = TestAnalytics(.quiet)
    let engine = try #require(testing.analytics.engine)
    let states = Log<Bool>()
    engine.accompany(
      closing: { states.append(engine.journal.isClosed) },
      stop: { states.append(engine.journal.isClosed) })
    await testing.analytics.close()
    #expect(states.items == [false, true])
  }

  /// The instance whose user is reset, as soon as it exists.
  private final class Target: Sendable {
    let analytics = Locked<Analytics?>(nil)
  }

  /// Returns a configuration in which the user is reset while the visitor's name is redacted for
  /// the nth time.
  private func resetting(at number: Int, _ target: Target) -> Configuration {
    var configuration = Configuration.quiet
    let calls = Locked(0)
    configuration.redaction = [
      .keys(
        "visitor_id",
        action: .transform { text in
          let isTime = calls.withLock { calls in
            calls += 1
            return calls == number
          }
          if isTime { target.analytics.withLock { $0 }?.reset() }
          return text
        })
    ]
    return configuration
  }

  @Test(
    "a report has the identifiers of one user, also if a reset occurs in between",
    arguments: [true, false])
  func oneUser(isWaiting: Bool) async {
    for number in 1...12 {
      let target = Target()
      let testing = TestAnalytics(resetting(at: number, target))
      let scene =
        isWaiting ? WaitingFixture(on: testing) : WaitingFixture(.document(), on: testing)
      await scene.settle()
      target.analytics.withLock { $0 = testing.analytics }
      for _ in 1...3 {
        scene.experiments.context().trackConversion("purchase")
        _ = scene.experiments.context().runExperience("cart-test")
      }
      target.analytics.withLock { $0 = nil }
      if isWaiting {
        scene.network.answerNext(.document())
        await scene.refresh()
      }
      let events = testing.events.filter { $0.properties["visitor_id"] != nil }
      #expect(!events.isEmpty)
      #expect(
        events.allSatisfy { $0.properties["visitor_id"] == .string($0.anonymousID) }, "\(number)")
      await testing.analytics.close()
    }
  }

  @Test("the first conversion after another process has erased is not refused")
  func erasedElsewhere() async throws {
    let storage = TestStorage()
    let clock = ManualClock()
    let first = WaitingFixture(on: TestAnalytics(.quiet, clock: clock, storage: storage))
    await first.settle()
    first.analytics.track("Before")
    let other = Analytics(Configuration.quiet.testing(clock: clock, storage: storage))
    try await other.erase()
    clock.advance(bySeconds: 2)
    #expect(first.context().trackConversion("purchase").outcome == .waitsForDocument)
    #expect(first.waiting == 1)
    await other.close()
    await first.analytics.close()
  }
}
