import Cairn
import CairnTesting
import Testing

/// An app that itself reports its life and its device, as on Android.
@Suite struct AppReportsTests {
  let server = RecordingDestination()
  let testing: TestAnalytics

  init() { testing = TestAnalytics(destination: server) }

  var analytics: Analytics { testing.analytics }

  @Test("entering the background delivers, and the completion is called when that is done")
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

  @Test(
    "entering the foreground delivers; repeated reports change nothing, and complete immediately")
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
    #expect(await analytics.flush().destinations.map(\.problem) == ["offline"])
    #expect(server.batches.isEmpty)
    analytics.networkDidChange(to: .cellular)
    #expect(await server.events(atLeast: 1).count == 1)
  }

  @Test(
    "the network is available as soon as the app reports it, also if the system reported its loss")
  func lossReportedBySystem() async {
    testing.host.isOnline = false
    analytics.track("One")
    analytics.networkDidChange(to: .wifi)
    #expect(await server.events(atLeast: 1).count == 1)
  }

  @Test("a report made by a handler of another one is handled after it")
  func nested() async {
    let reporter = Locked<Analytics?>(nil)
    var configuration = Configuration(destinations: [])
    configuration.diagnostics = { line in
      if line.code == "network.offline" {
        reporter.withLock { $0 }?.networkDidChange(to: .wifi)
      }
    }
    let testing = TestAnalytics(configuration)
    reporter.withLock { $0 = testing.analytics }
    testing.analytics.networkDidChange(to: .unavailable)
    testing.analytics.track("One")
    #expect(await testing.analytics.flush().isComplete)
    reporter.withLock { $0 = nil }
  }

  @Test("a closed instance completes immediately, and records nothing")
  func closed() async {
    var configuration = Configuration(destinations: [])
    configuration.lifecycleEvents = .all
    let testing = TestAnalytics(configuration)
    let analytics = testing.analytics
    await analytics.close(flushingForSeconds: 0)
    let refused = analytics.ledger().refused
    await withCheckedContinuation { done in
      analytics.appDidEnterBackground { done.resume() }
    }
    analytics.appDidEnterForeground()
    analytics.networkDidChange(to: .wifi)
    analytics.lowPowerModeDidChange(isEnabled: true)
    analytics.appWillTerminate()
    #expect(analytics.ledger().refused == refused)
  }

  @Test("a new destination begins with the reported state of the device")
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
