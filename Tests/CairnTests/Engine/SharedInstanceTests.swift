import Cairn
import CairnTesting
import Testing

/// Each test has a process of its own, because the shared instance belongs to the process.
@Suite struct SharedInstanceTests {
  private static func lines(_ result: ExitTest.Result, _ code: String) -> Int {
    String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
      .count { $0.hasPrefix("cairn: \(code): ") }
  }

  @Test("calls before the start record nothing, which is logged once; later calls record")
  func missing() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      #expect(Analytics.shared.track("Early") == nil)
      #expect(Analytics.shared.track("Early") == nil)
      Analytics.shared.setConsent(.granted)
      #expect(await Analytics.shared.flush().destinations.isEmpty)
      let server = RecordingDestination()
      let configuration = Configuration(destinations: [server])
      let started = Analytics.start(
        configuration.testing(clock: ManualClock(), storage: TestStorage()))
      #expect(Analytics.shared === started)
      #expect(Analytics.shared.track("Late") != nil)
      await Analytics.shared.flush()
      #expect(server.acceptedEvents.compactMap { DecodedEvent($0)?.name } == ["Late"])
      await Analytics.shared.close()
    }
    #expect(Self.lines(result, "error shared.missing") == 1)
  }

  @Test("a second start changes nothing, and is logged; other instances are independent")
  func twice() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let configuration = Configuration(destinations: [])
        .testing(clock: ManualClock(), storage: TestStorage())
      let first = Analytics.start(configuration)
      let other = Configuration(destinations: [RecordingDestination(name: "other")])
        .testing(clock: ManualClock(), storage: TestStorage())
      #expect(Analytics.start(other) === first)
      #expect(Analytics.shared.ledger().destinations.isEmpty)
      let second = Analytics(other)
      #expect(Analytics.shared === first)
      #expect(second.ledger().destinations.map(\.name) == ["other"])
      await second.close()
      await first.close()
    }
    #expect(Self.lines(result, "warning shared.again") == 1)
    #expect(Self.lines(result, "error shared.missing") == 0)
  }

  @Test("many concurrent starts make one instance, which all of them and all readers get")
  func concurrent() async throws {
    await #expect(processExitsWith: .success) {
      let configuration = Configuration(destinations: [])
        .testing(clock: ManualClock(), storage: TestStorage())
      let instances = await withTaskGroup(of: ObjectIdentifier.self) { group in
        for _ in 0..<50 {
          group.addTask { ObjectIdentifier(Analytics.start(configuration)) }
        }
        var all: Set<ObjectIdentifier> = []
        for await instance in group { all.insert(instance) }
        return all
      }
      #expect(instances == [ObjectIdentifier(Analytics.shared)])
      #expect(Analytics.shared.track("One") != nil)
      await Analytics.shared.close()
    }
  }

  @Test("a closure of the configuration that starts or uses the shared instance does not wait")
  func nested() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let storage = TestStorage()
      storage.isFull = true
      let calls = Locked(0)
      var configuration = Configuration(destinations: [])
      configuration.diagnostics = { _ in
        guard
          calls.withLock({
            $0 += 1; return $0 == 1
          })
        else { return }
        #expect(Analytics.start(Configuration(destinations: [])).track("Nested") == nil)
        #expect(Analytics.shared.track("Nested") == nil)
      }
      let analytics = Analytics.start(
        configuration.testing(clock: ManualClock(), storage: storage))
      #expect(calls.withLock { $0 } > 0)
      #expect(Analytics.shared === analytics)
      await analytics.close()
    }
    #expect(Self.lines(result, "error shared.missing") == 2)
  }
}
