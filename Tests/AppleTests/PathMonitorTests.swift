#if canImport(Network)
import Cairn
import CairnTesting
import Network
import Foundation
import Testing

extension SystemTests {
  /// S-113, S-131, S-133: connectivity according to Apple's path monitor.
  @Suite struct PathMonitorTests {
    let paths = StubPaths.shared

    #if canImport(WatchKit) && (os(watchOS) || !canImport(UIKit))
    @Test("a watch app delivers although its path is never satisfied")
    func watch() async {
      await paths.change(to: NWPath(stub: .unsatisfied))
      let server = RecordingDestination()
      var configuration = Configuration(destinations: [server])
      configuration = configuration.testing(clock: ManualClock())
      configuration.seams.host = nil
      let analytics = Analytics(configuration)
      await analytics.flush()
      analytics.track("One")
      #expect(await analytics.flush().isComplete)
      #expect(server.batches.count == 1)
      await analytics.close()
      await paths.change(to: NWPath(stub: .satisfied, by: .wifi))
    }
    #else
    @Test(
      "an unsatisfied path makes no request; as soon as it is satisfied, all events are delivered")
    func delivery() async {
      await paths.change(to: NWPath(stub: .satisfied, by: .wifi))
      let server = RecordingDestination()
      var configuration = Configuration(destinations: [server])
      configuration = configuration.testing(clock: ManualClock())
      configuration.seams.host = nil
      let analytics = Analytics(configuration)
      await analytics.flush()
      await paths.change(to: NWPath(stub: .unsatisfied))
      for number in 1...100 { analytics.track("Event \(number)") }
      let result = await analytics.flush()
      #expect(result.destinations.map(\.problem) == ["offline"])
      #expect(server.batches.isEmpty)
      await paths.change(to: NWPath(stub: .satisfied, by: .cellular))
      #expect(await server.events(atLeast: 100).count == 100)
      await analytics.close()
    }

    @Test(
      "in Low Data Mode an event waits five minutes for others, and half a minute after its end")
    func lowDataPace() async {
      await paths.change(to: NWPath(stub: .satisfied, by: .wifi))
      let (clock, server) = (ManualClock(), RecordingDestination())
      var configuration = Configuration(destinations: [server])
      (configuration.flushAt, configuration.flushInterval) = (20, 30)
      configuration = configuration.testing(clock: clock)
      configuration.seams.host = nil
      let analytics = Analytics(configuration)
      await analytics.flush()
      await paths.change(to: NWPath(stub: .satisfied, by: .wifi, isConstrained: true))
      analytics.track("One")
      await clock.waitForSleeper(forSeconds: 300...300)
      await paths.change(to: NWPath(stub: .satisfied, by: .wifi))
      await clock.waitForSleeper(forSeconds: 30...30)
      clock.advance(bySeconds: 30)
      #expect(await server.events(atLeast: 1).count == 1)
      await analytics.close()
    }
    #endif

    @Test("Low Data Mode is reported when it begins and when it ends")
    func lowData() async {
      await paths.change(to: NWPath(stub: .satisfied, by: .cellular, isConstrained: true))
      let monitor = PathMonitor()
      let heard = Locked<[HostSignal]>([])
      monitor.start { signal in heard.withLock { $0.append(signal) } }
      for isConstrained in [true, true, false, false] {
        await paths.change(
          to: NWPath(stub: .satisfied, by: .cellular, isConstrained: isConstrained))
      }
      #expect(
        heard.withLock { $0 } == [.network(.cellular), .lowData(true), .lowData(false)])
      monitor.stop()
      await paths.change(to: NWPath(stub: .satisfied, by: .wifi))
    }

    @Test(
      "the kind of network is reported at each change; a connection on demand counts as a network")
    func signals() async {
      await paths.change(to: NWPath(stub: .satisfied, by: .wifi))
      let monitor = PathMonitor()
      let heard = Locked<[HostSignal]>([])
      monitor.start { signal in heard.withLock { $0.append(signal) } }
      let changes: [NWPath] = [
        NWPath(stub: .satisfied, by: .wifi), NWPath(stub: .unsatisfied),
        NWPath(stub: .requiresConnection, by: .cellular),
        NWPath(stub: .satisfied, by: .wiredEthernet), NWPath(stub: .satisfied, by: .other),
      ]
      for path in changes { await paths.change(to: path) }
      let expected: [HostSignal] = [
        .network(.wifi), .offline, .network(.cellular), .online, .network(.wired), .online,
        .network(.other), .online,
      ]
      #expect(heard.withLock { $0 } == expected)
      monitor.stop()
      await paths.change(to: NWPath(stub: .unsatisfied))
      #expect(heard.withLock { $0 } == expected)
      await paths.change(to: NWPath(stub: .satisfied, by: .wifi))
    }
  }
}
#endif
