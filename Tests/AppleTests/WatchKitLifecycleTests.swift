#if canImport(WatchKit)
import Cairn
import CairnTesting
import Foundation
import Testing
import WatchKit

extension SystemTests {
  /// The life cycle of a watch app according to its notifications.
  @MainActor @Suite struct WatchKitLifecycleTests {
    let activities = StubExpiringActivities.shared

    init() { activities.reset() }

    func post(_ name: NSNotification.Name) {
      NotificationCenter.default.post(name: name, object: nil)
    }

    func launch(_ server: any Destination) async -> Analytics {
      var configuration = Configuration(destinations: [server])
      configuration = configuration.testing(clock: ManualClock())
      configuration.seams.host = nil
      let analytics = Analytics(configuration)
      await analytics.flush()
      return analytics
    }

    @Test(
      "the background delivers waiting events, and the activity ends when they are delivered"
    )
    func background() async {
      let server = GatedDestination()
      let analytics = await launch(server)
      analytics.track("One")
      post(WKApplication.didEnterBackgroundNotification)
      _ = await server.batches(atLeast: 1)
      #expect(activities.count == 1)
      server.open()
      await activities.untilTheyEnd()
      #expect(analytics.ledger().destinations[0].delivered == 1)
      await analytics.close()
    }

    private func launchWithSessions() async -> Analytics {
      var configuration = Configuration(destinations: [RecordingDestination()])
      configuration = configuration.testing(clock: ManualClock())
      configuration.seams.host = nil
      configuration.sessionTimeout = 1_800
      let analytics = Analytics(configuration)
      await analytics.flush()
      return analytics
    }

    @Test("a launch in the background begins no session, and the foreground begins one")
    func backgroundLaunch() async {
      let analytics = await launchWithSessions()
      analytics.track("Refreshed")
      #expect(analytics.sessionID == nil)
      post(WKApplication.didBecomeActiveNotification)
      #expect(analytics.sessionID != nil)
      await analytics.close()
    }

    @Test("an instance that is created while the user sees the app begins a session at once")
    func late() async {
      WKApplication.shared().applicationState = .active
      defer { WKApplication.shared().applicationState = .background }
      let analytics = await launchWithSessions()
      #expect(analytics.sessionID != nil)
      await analytics.close()
    }

    @Test("when the time is up, or there is none, the activity ends and nothing is lost")
    func expiry() async {
      for refuses in [false, true] {
        activities.reset(refuses: refuses)
        let server = GatedDestination()
        let analytics = await launch(server)
        analytics.track("One")
        post(WKApplication.didEnterBackgroundNotification)
        _ = await server.batches(atLeast: 1)
        activities.expire()
        await activities.untilTheyEnd()
        #expect(analytics.ledger().destinations[0].pending == 1)
        server.open()
        await analytics.flush()
        #expect(analytics.ledger().destinations[0].delivered == 1)
        await analytics.close()
      }
    }

    @Test(
      "activation and deactivation are reported once each, even if another thread listens already"
    )
    func signals() async {
      for isMain in [true, false] {
        let lifecycle = WatchKitLifecycle()
        let heard = Locked<[HostSignal]>([])
        let handle: @Sendable (HostSignal) -> Void = { signal in
          heard.withLock { $0.append(signal) }
        }
        if isMain {
          lifecycle.start(handle)
        } else {
          await Task.detached { lifecycle.start(handle) }.value
        }
        // Runs after the SDK's work on the main actor, which on other systems than Apple's is not
        // on the main thread.
        await Task(priority: .background) { @MainActor in }.value
        post(WKApplication.willEnterForegroundNotification)
        post(WKApplication.didBecomeActiveNotification)
        post(WKApplication.didEnterBackgroundNotification)
        #expect(heard.withLock { $0 } == [.foreground, .background])
        lifecycle.stop()
        post(WKApplication.didBecomeActiveNotification)
        #expect(heard.withLock { $0.count } == 2)
      }
    }
  }
}
#endif
