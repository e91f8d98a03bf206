#if canImport(AppKit)
import AppKit
import Cairn
import CairnTesting
import Foundation
import Testing

extension SystemTests {
  /// The life cycle of an AppKit app according to its notifications.
  @MainActor @Suite struct AppKitLifecycleTests {
    let activities = StubActivities.shared

    func post(_ name: NSNotification.Name) {
      NotificationCenter.default.post(name: name, object: nil)
    }

    @Test(
      "while another app is in front waiting events are delivered, within an activity")
    func background() async {
      let server = GatedDestination()
      var configuration = Configuration(destinations: [server])
      configuration = configuration.testing(clock: ManualClock())
      configuration.seams.host = nil
      let analytics = Analytics(configuration)
      await analytics.flush()
      analytics.track("One")
      post(NSApplication.didResignActiveNotification)
      _ = await server.batches(atLeast: 1)
      #expect(activities.options == [[.background, .suddenTerminationDisabled]])
      server.open()
      await activities.untilTheyEnd()
      #expect(analytics.ledger().destinations[0].delivered == 1)
      await analytics.close()
    }

    @Test("activation, deactivation and termination are each reported once")
    func signals() {
      let lifecycle = AppKitLifecycle()
      let heard = Locked<[HostSignal]>([])
      lifecycle.start { signal in heard.withLock { $0.append(signal) } }
      post(NSApplication.didBecomeActiveNotification)
      post(NSApplication.didBecomeActiveNotification)
      post(NSApplication.didResignActiveNotification)
      post(NSApplication.willTerminateNotification)
      #expect(heard.withLock { $0 } == [.foreground, .background, .terminating])
      lifecycle.stop()
      post(NSApplication.didBecomeActiveNotification)
      #expect(heard.withLock { $0.count } == 3)
    }
  }
}
#endif
