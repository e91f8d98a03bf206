import Cairn
import CairnTesting
import Foundation
import Testing

@testable import CairnUI

/// The inspector's model on the SDK, without a view.
@MainActor @Suite struct InspectorModelTests {
  @Test("delivered events stay in the list after the journal has removed them")
  func delivered() async {
    let testing = TestAnalytics()
    let model = InspectorModel(testing.analytics)
    testing.analytics.track("A")
    await model.refresh()
    await testing.analytics.flush()
    let second = await testing.relaunch()
    await second.analytics.flush()
    #expect(second.analytics.ledger().destinations.first?.pending == 0)
    await model.refresh()
    #expect(model.state.snapshot.log.events.map(\.title) == ["A"])
    // The next launch begins with what the journal still has.
    let next = InspectorModel(second.analytics)
    second.analytics.track("B")
    await next.refresh()
    #expect(next.state.snapshot.log.events.last?.title == "B")
    #expect(next.state.snapshot.log.missed == 0)
  }

  @Test("events of an earlier launch are listed before those of this one")
  func earlierLaunch() async {
    let testing = TestAnalytics()
    testing.destination.isOffline = true
    for name in ["A", "B"] { testing.analytics.track(name) }
    let second = await testing.relaunch()
    second.analytics.track("C")
    let model = InspectorModel(second.analytics)
    await model.refresh()
    #expect(model.state.snapshot.log.events.map(\.title) == ["A", "B", "C"])
  }

  @Test("readings at the same time lose no event and keep the order")
  func concurrentReadings() async {
    let testing = TestAnalytics()
    let model = InspectorModel(testing.analytics)
    await withTaskGroup { group in
      for number in 0..<40 {
        testing.analytics.track("\(number)")
        group.addTask { await model.refresh() }
      }
    }
    #expect(model.state.snapshot.log.events.map(\.title) == (0..<40).map(String.init))
  }

  @Test("erased events are not shown any more")
  func erasure() async throws {
    let testing = TestAnalytics()
    let model = InspectorModel(testing.analytics)
    testing.analytics.track("Secret")
    await model.refresh()
    #expect(model.state.snapshot.log.events.map(\.title) == ["Secret"])
    try await testing.analytics.erase()
    testing.analytics.track("After")
    await model.refresh()
    #expect(model.state.snapshot.log.events.map(\.title) == ["After"])
  }

  @Test("the status of a pending event has the problem and the next attempt of its destination")
  func pending() async throws {
    let testing = TestAnalytics()
    testing.destination.isOffline = true
    let id = try #require(testing.analytics.track("A"))
    await testing.analytics.flush()
    let model = InspectorModel(testing.analytics)
    await model.watch(id)
    let row = try #require(model.state.snapshot.status.rows.first)
    #expect(row.text.hasPrefix("pending, backing off: offline; next attempt in "))
    #expect(!row.isDeadLetter)
    await model.watch(nil)
    await model.refresh()
    #expect(model.state.snapshot.status == EventStatus())
  }

  @Test("a flush reports the pending events and the reason")
  func flush() async {
    let testing = TestAnalytics()
    testing.destination.isOffline = true
    testing.analytics.track("A")
    let model = InspectorModel(testing.analytics)
    await model.flush()
    #expect(model.state.message == "0 delivered, 1 pending; recording: offline")
    #expect(!model.state.isBusy)
  }

  @Test("dead letters are erased too, and are not replayed afterwards")
  func erasedLetters() async throws {
    let testing = TestAnalytics()
    testing.destination.answerNext(.refused(DeliveryRejection("no")))
    let id = try #require(testing.analytics.track("Secret"))
    await testing.analytics.flush()
    let model = InspectorModel(testing.analytics)
    await model.refresh()
    #expect(model.state.letterCount == 1)
    try await testing.analytics.erase()
    await model.replay([id], of: "recording")
    #expect(model.state.letterCount == 0)
    #expect(testing.destination.acceptedEvents.isEmpty)
  }

  @Test("a letter that another process replayed meanwhile is not replayed again")
  func replayedMeanwhile() async throws {
    let testing = TestAnalytics()
    testing.destination.answerEach { _ in .refused(DeliveryRejection("no")) }
    let id = try #require(testing.analytics.track("A"))
    await testing.analytics.flush()
    let model = InspectorModel(testing.analytics)
    await model.refresh()
    #expect(model.state.letterCount == 1)
    _ = try await testing.analytics.engine?.deadLetters(of: "recording").discard { _ in true }
    await model.replay([id], of: "recording")
    #expect(model.state.message == "0 events replayed; 0 delivered, 0 pending")
    #expect(model.state.letterCount == 0)
  }
}
