import Cairn
import CairnExpectations
import Foundation
import Testing

@Suite struct DeliveryStoryTests {
  @Test func whatWasRecordedOfflineArrivesLater() async {
    let testing = TestAnalytics()
    testing.destination.isOffline = true
    testing.analytics.track("Photo Taken")
    let offline = await testing.analytics.flush()
    #expect(offline.pending == 1)

    testing.destination.isOffline = false
    let online = await testing.analytics.flush()
    #expect(online.isComplete)
    #expect(testing.destination.acceptedEvents.count == 1)
  }

  @Test func aStory() async {
    let testing = TestAnalytics()
    testing.destination.answerNext(.later(afterSeconds: 10, reason: "status 429"), .accepted)
    testing.analytics.track("Photo Taken")
    await testing.analytics.flush()

    await testing.clock.waitForSleeper(forSeconds: 10...11)
    testing.clock.advance(bySeconds: 11)
    let batches = await testing.destination.batches(atLeast: 2)
    #expect(batches[0].key == batches[1].key)
  }

  @Test func oneEventIsRefused() async {
    let testing = TestAnalytics()
    testing.destination.answerEach { event in
      event.text.contains("Secret") ? .refused("not allowed") : .accepted
    }
    testing.analytics.track("Secret")
    testing.analytics.track("Photo Taken")
    await testing.analytics.flush()
    #expect(testing.analytics.ledger().destinations[0].deadLettered == 1)
    #expect(testing.analytics.ledger().destinations[0].delivered == 1)
  }

  @Test func aFullDisk() async {
    let testing = TestAnalytics()
    testing.storage.isFull = true
    testing.analytics.track("Photo Taken")
    #expect(testing.analytics.ledger().storageProblem == .noSpace)

    testing.storage.isFull = false
    await testing.analytics.flush()
    #expect(testing.destination.acceptedEvents.count == 1)
  }

  @Test func theNextLaunch() async {
    let first = TestAnalytics()
    first.destination.isOffline = true
    first.analytics.track("Photo Taken")
    let second = await first.relaunch()
    second.destination.isOffline = false
    await second.analytics.flush()
    #expect(second.destination.acceptedEvents.count == 1)
    second.expectNothingTracked()  // by this launch
  }

  @Test func backgroundLaunch() {
    var configuration = Configuration(destinations: [])
    configuration.sessionTimeout = 1_800
    let testing = TestAnalytics(configuration, host: ManualHost(isInForeground: false))
    testing.analytics.track("Feed Refreshed")
    #expect(testing.analytics.sessionID == nil)

    testing.host.enterForeground()
    testing.analytics.track("Feed Viewed")
    #expect(testing.analytics.sessionID != nil)
  }
}
