import Cairn
import CairnTesting
import Testing

/// An app that itself reports its life and its device, as on Android.
@Suite struct AppReportsTests {
  let server = RecordingDestination()
  let testing: TestAnalytics

  init() { testing = TestAnalytics(destination: server) }

  var analytics: Analytics { testing.analytics }

  @Test("the background delivers, and its completion is called when that is done")
  func background() async {
    analytics.track("One")
    await withCheckedContinuation { done in
      analytics.appDidEnterBackground { done.resume() }
    }
    #expect(server.events.count == 1)
    #expect(analytics.ledger().destinations[0].pending == 0)
  }

  @Test("a failed attempt completes the background too, and nothing is lost")
  func failure() async {
    let failing = RecordingDestination(answer: { _ in .later(afterSeconds: nil, reason: "503") })
    let analytics = TestAnalytics(destination: failing).analytics
    analytics.track("One")
    await withCheckedContinuation { done in
      analytics.appDidEnterBackground { done.resume() }
    }
    #expect(analytics.ledger().destinations[0].pending == 1)
  }

  @Test("the foreground delivers; repeated reports change nothing, and complete at once")
  func repeated() async {
    await withCheckedContinuation { done in
      analytics.appDidEnterBackground { done.resume() }
    }
    analytics.track("One")
    await withCheckedContinuation { done in
      analytics.appDidEnterBackground { done.resume() }
    }
    #expect(server.events.isEmpty)
    analytics.appDidEnterForeground()
    #expect(await server.events(atLeast: 1).count == 1)
    analytics.track("Two")
    analytics.appDidEnterForeground()
    #expect(server.events.count == 1)
  }

  @Test("without a network no attempt is made, and its return delivers everything")
  func network() async {
    analytics.networkDidChange(to: .unavailable)
    analytics.track("One")
    #expect(await analytics.flush().destinations.map(\.reason) == ["offline"])
    #expect(server.batches.isEmpty)
    analytics.networkDidChange(to: .cellular)
    #expect(await server.events(atLeast: 1).count == 1)
  }

  @Test("a closed or refused instance completes at once")
  func closed() async {
    await analytics.close(flushingForSeconds: 0)
    await withCheckedContinuation { done in
      analytics.appDidEnterBackground { done.resume() }
    }
    analytics.appDidEnterForeground()
    analytics.networkDidChange(to: .wifi)
    analytics.lowPowerModeDidChange(isEnabled: true)
    analytics.appWillTerminate()
  }

  @Test("what a new destination begins with is the reported state of the device")
  func laterDestination() async {
    analytics.networkDidChange(to: .unavailable)
    let later = RecordingDestination(name: "later")
    await analytics.addDestination(later)
    analytics.track("One")
    await analytics.flush()
    #expect(later.batches.isEmpty)
    analytics.networkDidChange(to: .other)
    #expect(await later.events(atLeast: 1).count == 1)
  }
}
