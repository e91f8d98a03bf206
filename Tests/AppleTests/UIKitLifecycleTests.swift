#if canImport(UIKit)
import Cairn
import CairnTesting
import Foundation
import Testing
import UIKit

extension SystemTests {
  /// S-95 … S-100, S-165, S-166: the life cycle of a UIKit app according to its notifications.
  @Suite struct UIKitLifecycleTests {
    let system = StubSystem.shared
    let clock = ManualClock()

    init() { system.reset() }

    /// Opens the SDK with the platform's own host, as an app does.
    func launch(_ server: any Destination) async -> Analytics {
      var configuration = Configuration(destinations: [server])
      configuration.diagnostics = { _ in }
      configuration = configuration.testing(clock: clock)
      configuration.seams.host = nil
      let analytics = Analytics(configuration)
      await analytics.flush()
      return analytics
    }

    @Test(
      "in the background waiting events are delivered, and the task ends as soon as that is done")
    func background() async {
      let server = GatedDestination()
      let analytics = await launch(server)
      analytics.track("One")
      system.post(UIApplication.didEnterBackgroundNotification)
      #expect(system.names == ["deliver events"])
      _ = await server.batches(atLeast: 1)
      #expect(system.tasks == 1)
      server.open()
      await system.untilTasksEnd()
      #expect(analytics.ledger().destinations[0].delivered == 1)
      await analytics.close()
    }

    @Test("when the time is up the task ends before the handler returns, and nothing is lost")
    func expiry() async {
      let server = GatedDestination()
      let analytics = await launch(server)
      analytics.track("One")
      system.post(UIApplication.didEnterBackgroundNotification)
      _ = await server.batches(atLeast: 1)
      await MainActor.run {
        system.expire()
        #expect(system.tasks == 0)
      }
      #expect(analytics.ledger().destinations[0].pending == 1)
      server.open()
      await analytics.flush()
      #expect(analytics.ledger().destinations[0].delivered == 1)
      await analytics.close()
    }

    @Test("an app that gets no time delivers as long as it runs")
    func refused() async {
      system.reset(refusesTasks: true)
      let server = RecordingDestination()
      let analytics = await launch(server)
      analytics.track("One")
      system.post(UIApplication.didEnterBackgroundNotification)
      #expect(await server.events(atLeast: 1).count == 1)
      #expect(system.tasks == 0)
      await analytics.close()
    }

    @Test(
      "an alert or the control centre is not the background; a repeated notification counts once"
    )
    func signals() {
      let lifecycle = UIKitLifecycle()
      let heard = Locked<[HostSignal]>([])
      lifecycle.start { signal in heard.withLock { $0.append(signal) } }
      system.post(UIApplication.didBecomeActiveNotification)
      system.post(UIApplication.willResignActiveNotification)
      system.post(UIApplication.didBecomeActiveNotification)
      #expect(heard.withLock { $0 } == [.foreground])
      system.post(UIApplication.didEnterBackgroundNotification)
      system.post(UIApplication.willEnterForegroundNotification)
      system.post(UIApplication.didBecomeActiveNotification)
      system.post(UIApplication.willTerminateNotification)
      #expect(heard.withLock { $0 } == [.foreground, .background, .foreground, .terminating])
      lifecycle.stop()
      system.post(UIApplication.didEnterBackgroundNotification)
      #expect(heard.withLock { $0.count } == 4)
    }

    @Test("the foreground is a reason to deliver")
    func foreground() async {
      let server = RecordingDestination()
      let analytics = await launch(server)
      analytics.track("One")
      system.post(UIApplication.willEnterForegroundNotification)
      #expect(await server.events(atLeast: 1).count == 1)
      await analytics.close()
    }

    /// Opens the SDK with sessions and lifecycle events, and waits until the main thread is idle.
    private func launchWithSessions(_ server: RecordingDestination) async -> Analytics {
      var configuration = Configuration(destinations: [server])
      configuration.diagnostics = { _ in }
      configuration = configuration.testing(clock: clock)
      configuration.seams.host = nil
      configuration.sessionTimeout = 1_800
      configuration.lifecycleEvents = [.opened, .backgrounded]
      let analytics = Analytics(configuration)
      await MainActor.run {}
      await analytics.flush()
      return analytics
    }

    @Test("a launch in the background begins no session, and the foreground begins one")
    func backgroundLaunch() async {
      let server = RecordingDestination()
      let analytics = await launchWithSessions(server)
      analytics.track("Refreshed")
      #expect(analytics.sessionID == nil)
      system.post(UIApplication.willEnterForegroundNotification)
      analytics.track("Tapped")
      #expect(analytics.sessionID != nil)
      await analytics.flush()
      #expect(
        server.events.compactMap { DecodedEvent($0)?.name } == [
          "Refreshed", "Session Started", "Application Opened", "Tapped",
        ])
      await analytics.close()
    }

    @Test(
      "an instance that is created while the user sees the app begins a session without waiting",
      arguments: [UIApplication.State.active, .inactive])
    func late(state: UIApplication.State) async {
      system.state = state
      let server = RecordingDestination()
      let analytics = await launchWithSessions(server)
      system.post(UIApplication.didBecomeActiveNotification)
      analytics.track("Tapped")
      await analytics.flush()
      #expect(
        server.events.compactMap { DecodedEvent($0)?.name } == [
          "Session Started", "Application Opened", "Tapped",
        ])
      await analytics.close()
    }

    @Test("without an application, as in an extension, no time is requested")
    func appExtension() {
      system.reset(hasApplication: false)
      defer { system.reset() }
      let lifecycle = UIKitLifecycle()
      lifecycle.start { _ in }
      #expect(lifecycle.time(for: "x") {} == nil)
      lifecycle.stop()
    }
  }
}
#endif
