import Cairn
import CairnTesting
import SwiftUI
import Testing

@testable import CairnUI

/// The inspector on the stub of SwiftUI: what it shows, and what its buttons do.
@MainActor @Suite struct InspectorTests {
  @Test("from the list of events to a dead letter, which is replayed and delivered")
  func replay() async throws {
    let scene = InspectorFixture()
    let testing = scene.testing
    testing.analytics.track("Product Viewed", ["sku": "A-1"])
    testing.analytics.track("Bad Order", ["total": 99])
    await testing.analytics.flush()
    scene.open()
    #expect(await scene.tap("Events: 2"))
    #expect(scene.screen.texts.map { $0.prefix(9) } == ["Bad Order", "Product V"])
    #expect(await scene.tap("Bad Order"))
    #expect(await scene.shows("recording: dead-lettered: 422: no such event"))
    #expect(scene.screen.texts.contains { $0.contains("\"total\": 99") })
    #expect(await scene.tap("dead-lettered"))
    #expect(await scene.shows("Answer: unknown name"))
    scene.mend()
    #expect(await scene.tap("Replay"))
    #expect(await scene.shows("1 event replayed; 1 delivered, 0 pending"))
    #expect(await scene.shows("No longer a dead letter"))
    #expect(testing.destination.acceptedEvents.map(\.text.hasBad) == [false, true])
    let row = try #require(testing.analytics.ledger().destinations.first)
    #expect(row.replayed == 1 && row.deadLettered == 0 && row.delivered == 2 && row.balances)
    scene.screen.goBack()
    #expect(await scene.shows("recording: delivered"))
  }

  @Test("all dead letters of a destination are replayed, or discarded after a confirmation")
  func allLetters() async throws {
    let scene = InspectorFixture()
    for number in 1...3 { scene.testing.analytics.track("Bad \(number)") }
    await scene.testing.analytics.flush()
    scene.open()
    #expect(await scene.tap("Dead letters: 3"))
    #expect(await scene.tap("Replay all"))
    // They are refused again.
    #expect(await scene.shows("3 events replayed; 0 delivered, 0 pending"))
    #expect(await scene.shows("Bad 3 422: no such event"))
    #expect(scene.screen.texts.filter { $0.hasSuffix("422: no such event") }.count == 3)
    #expect(await scene.tap("Discard all"))
    #expect(scene.screen.texts.contains("Discarded events are not delivered."))
    #expect(await scene.tap("Discard 3"))
    #expect(await scene.shows("3 events discarded"))
    #expect(await scene.shows("No dead letters"))
    let row = try #require(scene.testing.analytics.ledger().destinations.first)
    #expect(row.dropped == [.discarded: 3] && row.replayed == 3 && row.balances)
  }

  @Test("events appear each second in the order in which they were recorded, newest first")
  func newEvents() async {
    let scene = InspectorFixture()
    scene.open()
    #expect(await scene.tap("Events: 0"))
    #expect(scene.screen.texts == ["No events"])
    for number in 1...3 { scene.testing.analytics.track("Event \(number)") }
    await scene.nextReading()
    scene.testing.analytics.screen("Home")
    await scene.nextReading()
    #expect(
      scene.screen.texts.map { $0.prefix(7) } == ["Home sc", "Event 3", "Event 2", "Event 1"])
  }

  @Test("the search finds events by words of the name, the kind, the identifier and the JSON")
  func search() async throws {
    let scene = InspectorFixture()
    scene.testing.analytics.track("Product Viewed", ["sku": "A-1"])
    let id = try #require(scene.testing.analytics.track("Cart Viewed", ["sku": "B-2"]))
    scene.testing.analytics.identify("user-7")
    scene.open()
    #expect(await scene.tap("Events: 3"))
    for (words, found) in [
      ("viewed", ["Cart", "Prod"]), ("VIEWED a-1", ["Prod"]), ("identify", ["iden"]),
      (id.description, ["Cart"]), ("user-7", ["iden"]), ("  ", ["iden", "Cart", "Prod"]),
    ] {
      #expect(scene.screen.search(words))
      #expect(scene.screen.texts.map { String($0.prefix(4)) } == found, "\(words)")
    }
    scene.screen.search("viewed user-7")
    #expect(scene.screen.texts == ["No event contains these words"])
  }

  @Test("a destination is shown with its queue, problem and next attempt; a flush delivers")
  func destinations() async {
    let scene = InspectorFixture()
    scene.testing.destination.isOffline = true
    scene.testing.analytics.track("A")
    await scene.testing.analytics.flush()
    scene.open()
    #expect(await scene.tap("Destinations: 1 pending, 1 with a problem"))
    #expect(
      scene.screen.texts.prefix(4) == [
        "recording", "State: backing off", "Pending: 1", "Problem: offline",
      ])
    #expect(scene.screen.texts[4].hasPrefix("Next attempt: in "))
    scene.testing.destination.isOffline = false
    #expect(await scene.tap("Flush"))
    #expect(await scene.shows("1 delivered, 0 pending"))
    #expect(await scene.shows("State: resting"))
    #expect(!scene.screen.texts.contains { $0.hasPrefix("Problem") })
  }

  @Test("the ledger is shown with the counts of the instance and of each destination")
  func ledger() async {
    let scene = InspectorFixture()
    scene.testing.analytics.track("A", ["ratio": .double(.nan)])
    scene.testing.analytics.track("")
    await scene.testing.analytics.flush()
    scene.open()
    #expect(await scene.tap("Ledger"))
    for text in [
      "recorded in this launch: 1", "non-finite numbers: 1", "refused: nameMissing: 1",
      "accepted: 1", "delivered: 1", "pending: 0",
    ] {
      #expect(await scene.shows(text), "\(text) in \(scene.screen.texts)")
    }
  }

  @Test("an inspector that is not on the screen reads nothing, and costs recording calls nothing")
  func closed() async {
    let testing = TestAnalytics()
    let before = testing.analytics.engine?.companionCount
    let shown = Shown()
    let screen = StubScene(VStack { if shown.isOn { AnalyticsInspector(testing.analytics) } })
    await testing.clock.waitForSleeper(forSeconds: 0.5...1)
    #expect(testing.analytics.engine?.companionCount == before.map { $0 + 1 })
    shown.isOn = false
    screen.update()
    #expect(await eventually { testing.analytics.engine?.companionCount == before })
    #expect(testing.clock.nextDue.map { $0 > 1 } ?? true)
  }

  @Test("an inspector that was hidden for a moment shows later events")
  func hidden() async {
    let testing = TestAnalytics()
    let shown = Shown()
    let model = InspectorModel(testing.analytics)
    // Two runs overlap: the first one ends after the second one has begun.
    let first = Task { await model.run { _ in } }
    await testing.clock.waitForSleeper(forSeconds: 0.5...1)
    let second = Task { await model.run { shown.events = $0.snapshot.log.events.count } }
    #expect(await eventually { shown.events == 0 })
    first.cancel()
    await first.value
    testing.analytics.track("A")
    await model.refresh()
    #expect(shown.events == 1)
    second.cancel()
    await second.value
    testing.analytics.track("B")
    await model.refresh()
    #expect(shown.events == 1)
  }

  @MainActor private final class Shown {
    var isOn = true
    var events: Int?
  }
}

extension String {
  fileprivate var hasBad: Bool { contains("Bad") }
}
