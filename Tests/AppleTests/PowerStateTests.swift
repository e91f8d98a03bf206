#if canImport(UIKit) || canImport(AppKit) || canImport(WatchKit)
import Cairn
import CairnTesting
import Foundation
import Testing

#if canImport(UIKit)
import UIKit
#elseif canImport(AppKit)
import AppKit
#else
import WatchKit
#endif

extension SystemTests {
  @Suite struct PowerStateTests {
    @Test("low power mode is reported at the start if it is on, and at each change")
    func signals() {
      let heard = Locked<[HostSignal]>([])
      StubPower.shared.isLow = true
      let power = PowerState()
      power.start { signal in heard.withLock { $0.append(signal) } }
      StubPower.shared.isLow = false
      StubPower.shared.isLow = true
      #expect(heard.withLock { $0 } == [.lowPower(true), .lowPower(false), .lowPower(true)])
      power.stop()
      StubPower.shared.isLow = false
      #expect(heard.withLock { $0.count } == 3)
    }

    /// Launches with the platform's own host, and a delivery 30 s after the first event.
    private func launch(_ clock: ManualClock, _ server: RecordingDestination) async -> Analytics {
      var configuration = Configuration(destinations: [server])
      (configuration.flushAt, configuration.flushInterval) = (20, 30)
      configuration = configuration.testing(clock: clock)
      configuration.seams.host = nil
      let analytics = Analytics(configuration)
      await analytics.flush()
      return analytics
    }

    @Test("in low power mode an event waits five minutes for others, otherwise half a minute")
    func pace() async {
      let (clock, server) = (ManualClock(), RecordingDestination())
      let analytics = await launch(clock, server)
      StubPower.shared.isLow = true
      analytics.track("One")
      await clock.waitForSleeper(forSeconds: 300...300)
      StubPower.shared.isLow = false
      await clock.waitForSleeper(forSeconds: 30...30)
      clock.advance(bySeconds: 30)
      #expect(await server.events(atLeast: 1).count == 1)
      await analytics.close()
    }

    @Test("an app that is launched in low power mode waits too; a flush does not, nor do 20 events")
    func launchedInIt() async {
      StubPower.shared.isLow = true
      let (clock, server) = (ManualClock(), RecordingDestination())
      let analytics = await launch(clock, server)
      analytics.track("One")
      await clock.waitForSleeper(forSeconds: 300...300)
      #expect(await analytics.flush().delivered == 1)
      for number in 1...20 { analytics.track("Event \(number)") }
      #expect(await server.events(atLeast: 21).count == 21)
      StubPower.shared.isLow = false
      await analytics.close()
    }
  }
}
#endif
