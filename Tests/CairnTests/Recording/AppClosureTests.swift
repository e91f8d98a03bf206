import Cairn
import CairnTesting
import Foundation
import Testing

/// Closures of the app that call back, or wait for another thread that uses the same object.
@Suite struct AppClosureTests {
  let scene = ContextFixture()

  /// Makes the given call with each event.
  final class Calling: Enricher, EventInspector {
    let work = Locked<(@Sendable (_ name: String) -> Void)?>(nil)
    /// Whether the last `wait` is over.
    let hasWaited = Locked(false)

    func enrich(_ event: inout Event) { work.withLock { $0 }?(event.name) }
    func inspect(_ event: Event) -> ValidationIssue? {
      work.withLock { $0 }?(event.name)
      return nil
    }

    /// Makes the next call wait until another thread has made `call`.
    func wait(for call: @escaping @Sendable () -> Void) {
      let isFirst = Locked(true)
      hasWaited.withLock { $0 = false }
      work.withLock { work in
        work = { [self] _ in
          let mayWait = isFirst.withLock { isFirst in
            defer { isFirst = false }
            return isFirst
          }
          guard mayWait else { return }
          let done = DispatchSemaphore(value: 0)
          Thread.detachNewThread {
            call()
            done.signal()
          }
          done.wait()
          hasWaited.withLock { $0 = true }
        }
      }
    }
  }

  enum Place: CaseIterable { case enricher, inspector, custom, transform }

  func start(
    _ place: Place, _ calling: Calling, _ change: (inout Configuration) -> Void = { _ in }
  ) -> Analytics {
    scene.start {
      change(&$0)
      switch place {
      case .enricher: $0.enrichers = [calling]
      case .inspector: $0.inspectors = [calling]
      case .custom: $0.redaction = [.custom { event in calling.enrich(&event) }]
      case .transform:
        $0.redaction = [
          .keys(
            "who",
            action: .transform { text in
              calling.work.withLock { $0 }?(text)
              return text
            })
        ]
      }
    }
  }

  /// Returns whether the work ends in time; a hanging thread is abandoned.
  func ends(_ work: @escaping @Sendable () -> Void) async -> Bool {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      work()
      done.signal()
    }
    thread.stackSize = 4 << 20
    thread.start()
    return await withCheckedContinuation { result in
      DispatchQueue.global().async {
        let limit = DispatchTime.now() + .seconds(HangLimit.seconds)
        result.resume(returning: done.wait(timeout: limit) == .success)
      }
    }
  }

  @Test("an enricher that tracks its own event is called for sessions, too, and ends")
  func guarded() async {
    let calling = Calling()
    let analytics = start(.enricher, calling)
    calling.work.withLock { $0 = { name in if name != "Audit" { analytics.track("Audit") } } }
    #expect(await ends { analytics.track("Hello") })
    calling.work.withLock { $0 = nil }
    let names = await scene.delivered(by: analytics).names
    #expect(names.filter { $0 == "Session Started" }.count == 1)
    #expect(names.filter { $0 == "Hello" }.count == 1)
    #expect(names.filter { $0 == "Audit" }.count == 2)
    #expect(analytics.ledger().refused == [:])
    await analytics.close()
  }

  @Test(
    "a closure that records endlessly ends with refusals that are counted",
    arguments: Place.allCases)
  func endless(place: Place) async {
    let calling = Calling()
    let analytics = start(place, calling)
    calling.work.withLock { $0 = { _ in analytics.track("Again", ["who": "x"]) } }
    #expect(await ends { analytics.track("Hello", ["who": "y"]) })
    calling.work.withLock { $0 = nil }
    let names = await scene.delivered(by: analytics).names
    #expect(names.contains("Hello"))
    #expect(analytics.ledger().refused.values.reduce(0, +) >= 1)
    #expect(analytics.ledger().balances)
    await analytics.close()
  }

  @Test(
    "a closure may wait for another thread that makes each public call", arguments: Place.allCases)
  func waiting(place: Place) async throws {
    let calling = Calling()
    let analytics = start(place, calling)
    for (number, call) in try calls(analytics).enumerated() {
      // While consent is denied no closure is called.
      analytics.setConsent(.granted)
      calling.wait(for: call)
      #expect(await ends { analytics.track("Waits", ["who": "w"]) }, "call \(number)")
      #expect(calling.hasWaited.withLock { $0 }, "call \(number)")
    }
    calling.work.withLock { $0 = nil }
    #expect(analytics.ledger().balances)
    await analytics.close()
  }

  /// Returns the calls that another thread makes while a closure waits for it.
  func calls(_ analytics: Analytics) throws -> [@Sendable () -> Void] {
    let link = try #require(URL(string: "shop://x?utm_source=one"))
    return [
      { analytics.track("Other", ["who": "o"]) }, { analytics.identify("user") },
      { analytics.alias("alias") }, { analytics.group("group") },
      { analytics.superProperties.register(["who": "s"]) }, { analytics.openURL(link) },
      { analytics.reset() }, { analytics.setTrackingEnabled(true) },
      { analytics.setConsent(.pending) }, { _ = analytics.ledger() },
      { analytics.engine?.handle(.background) }, { analytics.setConsent(.denied) },
      { analytics.setConsent(.granted) },
    ]
  }

  @Test(
    "a log handler that calls back ends, whatever has failed",
    arguments: ["consent", "session", "identity", "super"])
  func log(file: String) async throws {
    let isBroken = Locked(false)
    let files = FaultyFileSystem(scene.storage.files) { call in
      // The path of an open file is not known here: all writes fail.
      isBroken.withLock { $0 } && (call.name == "write" || call.path.hasSuffix("/" + file))
        ? .fail(FileError.inputOutput) : .none
    }
    let box = Locked<Analytics?>(nil)
    let analytics = scene.start(on: files) {
      $0.diagnostics = { line in
        guard let analytics = box.withLock({ $0 }) else { return }
        analytics.track("Line", ["code": .string(line.code)])
        analytics.superProperties.register(["code": .string(line.code)])
        if line.code == "consent.storage" { analytics.setTrackingEnabled(true) }
        _ = analytics.ledger()
      }
    }
    box.withLock { $0 = analytics }
    let link = try #require(URL(string: "shop://x?utm_source=one"))
    analytics.track("Before")
    isBroken.withLock { $0 = true }
    #expect(await ends { analytics.openURL(link) })
    #expect(await ends { analytics.identify("one") })
    #expect(await ends { analytics.superProperties.register(["a": 1]) })
    #expect(await ends { analytics.setConsent([.analytics: .granted]) })
    #expect(await ends { analytics.reset() })
    #expect(await ends { analytics.setConsent(.denied) })
    box.withLock { $0 = nil }
    isBroken.withLock { $0 = false }
    await analytics.close()
  }

  @Test("the log may wait for another thread that makes each public call")
  func waitingLog() async throws {
    let calling = Calling()
    let analytics = scene.start {
      $0.diagnostics = { line in
        // A thread of the delivery logs, too, and may do so before the event is refused.
        if line.code.hasPrefix("event.") { calling.work.withLock { $0 }?(line.code) }
      }
    }
    for (number, call) in try calls(analytics).enumerated() {
      calling.wait(for: call)
      analytics.setConsent(.granted)
      let long = String(repeating: "x", count: 40_000)
      // The first refusal of each name is logged.
      #expect(await ends { analytics.track("Long \(number)", ["x": .string(long)]) })
      #expect(calling.hasWaited.withLock { $0 }, "call \(number)")
    }
    calling.work.withLock { $0 = nil }
    #expect(analytics.ledger().balances)
    await analytics.close()
  }

  @Test("a destination's filter may wait for another thread that makes each public call")
  func waitingFilter() async throws {
    let calling = Calling()
    let server = RecordingDestination(accepting: { event in
      calling.work.withLock { $0 }?("")
      return true
    })
    let analytics = scene.start { $0.destinations = [server] }
    for (number, call) in try calls(analytics).enumerated() {
      analytics.setConsent(.granted)
      // An earlier delivery may call the filter before the flush does.
      calling.wait(for: call)
      analytics.track("Waits")
      #expect(
        await ends {
          let isDone = DispatchSemaphore(value: 0)
          Task {
            await analytics.flush()
            isDone.signal()
          }
          isDone.wait()
        }, "call \(number)")
      #expect(calling.hasWaited.withLock { $0 }, "call \(number)")
    }
    calling.work.withLock { $0 = nil }
    #expect(analytics.ledger().balances)
    await analytics.close()
  }

  @Test("a rule of redaction may use the object while the context changes")
  func context() async {
    let calling = Calling()
    let analytics = start(.transform, calling)
    calling.work.withLock { $0 = { _ in analytics.track("Seen") } }
    let recorder = analytics.engine?.recorder
    #expect(await ends { _ = recorder?.set(["who": "somebody"]) })
    calling.work.withLock { $0 = nil }
    await analytics.close()
  }
}
