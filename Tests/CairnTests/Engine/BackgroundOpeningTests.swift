import Cairn
import CairnTesting
import Dispatch
import Foundation
import Testing

/// The journal is opened on another thread, and the app records meanwhile.
@Suite(.timeLimit(.minutes(60))) struct BackgroundOpeningTests {
  let scene = ContextFixture()
  let disk = HeldDisk()

  func start(_ change: @escaping (inout Configuration) -> Void = { _ in }) -> Analytics {
    scene.start {
      $0.opensInBackground = true
      $0.seams.files = disk.files(scene.storage.files)
      change(&$0)
    }
  }

  @Test("calls return immediately, and their events are recorded in order, with their times")
  func order() async throws {
    let analytics = start()
    let first = analytics.track("First", ["number": 1])
    analytics.identify("user-1")
    scene.clock.advance(bySeconds: 2)
    let second = analytics.screen("Second")
    #expect(first != nil && second != nil)
    disk.release()
    #expect(analytics.userID == "user-1")
    analytics.track("Third")
    let events = await scene.delivered(by: analytics)
    let own = events.filter { !$0.name.hasPrefix("Session") }
    #expect(own.names.filter { !$0.isEmpty } == ["First", "Second", "Third"])
    #expect(events.named("First").first?.id == first?.description)
    #expect(events.named("Second").first?.id == second?.description)
    #expect(events.named("First").first?.timestamp.hasSuffix("00:00:00.000Z") == true)
    #expect(events.named("Second").first?.timestamp.hasSuffix("00:00:02.000Z") == true)
    #expect(events.names.first == "Session Started")
    let users = scene.server.events.compactMap { event -> String? in
      guard let name = event.fields?["event"] as? String, name != "Session Started" else {
        return nil
      }
      return "\(name) \(event.fields?["userId"] as? String ?? "-")"
    }
    #expect(users == ["First -", "Third user-1"])
    #expect(analytics.ledger().balances)
    await analytics.close()
  }

  @Test("no more than the stated number of events is in memory: the next call waits")
  func bound() async throws {
    let analytics = start()
    let done = DispatchSemaphore(value: 0)
    let count = CallCount()
    Thread.detachNewThread {
      for number in 1...300 {
        analytics.track("Event \(number)")
        count.add()
      }
      done.signal()
    }
    count.wait(for: BackgroundOpening.mostCalls)
    // It waits, and goes on as soon as the journal is open.
    #expect(done.wait(timeout: .now() + .milliseconds(20)) == .timedOut)
    #expect(count.value == BackgroundOpening.mostCalls)
    disk.release()
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        done.wait()
        continuation.resume()
      }
    }
    let names = await scene.delivered(by: analytics).names.filter { $0.hasPrefix("Event") }
    #expect(names == (1...300).map { "Event \($0)" })
    await analytics.close()
  }

  /// A number of calls that another thread waits for.
  final class CallCount: Sendable {
    private let count = WaitableValue(0)

    var value: Int { count.wait { $0 } }
    func add() { count.change { $0 += 1 } }
    func wait(for number: Int) { count.wait { $0 >= number ? () : nil } }
  }

  @Test("signals during the opening of the journal are handled afterwards")
  func signals() async {
    let host = ManualHost()
    let analytics = start {
      $0.seams.host = host
      $0.lifecycleEvents = .all
    }
    analytics.track("Before")
    host.enterForeground()
    host.enterBackground()
    disk.release()
    let events = await scene.delivered(by: analytics)
    let names = events.names.filter { $0.hasPrefix("Application") }
    #expect(names == ["Application Installed", "Application Opened", "Application Backgrounded"])
    await host.untilBackgroundTimeEnds()
    await analytics.close()
  }

  /// A host of a system that reports when the user sees the app, at a moment that a test chooses.
  final class PhoneHost: Cairn.Host {
    private let handle = Shared<(@Sendable (HostSignal) -> Void)?>(nil)

    var reportsForeground: Bool { true }
    func start(_ handle: @escaping @Sendable (HostSignal) -> Void) { self.handle.set(handle) }
    func stop() {}
    func time(for purpose: String, onExpiry: @escaping @Sendable () -> Void) -> BackgroundTime? {
      nil
    }
    func report(_ signal: HostSignal) { handle.value?(signal) }
  }

  @Test("events after the foreground signal are in its session, at each step of the opening")
  func foreground() async {
    for step in stride(from: 1, to: 400, by: Effort.isWhole ? 1 : 5) {
      let scene = ContextFixture()
      let host = PhoneHost()
      let own = WaitableValue<Analytics?>(nil)
      let isDone = Locked(false)
      let files = FaultyFileSystem(scene.storage.files) { call in
        guard call.number == step, !isDone.withLock({ $0 }) else { return .none }
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          host.report(.foreground)
          own.wait { $0 }.track("Tapped")
          isDone.withLock { $0 = true }
          done.signal()
        }
        // It may need a lock of this call.
        _ = done.wait(timeout: .now() + .milliseconds(100))
        return .none
      }
      let analytics = scene.start(on: files) {
        $0.opensInBackground = true
        $0.seams.host = host
      }
      own.change { $0 = analytics }
      _ = analytics.sessionID
      _ = await eventually { isDone.withLock { $0 } || files.calls < step }
      let wasTapped = isDone.withLock { $0 }
      let events = await scene.delivered(by: analytics)
      await analytics.close()
      guard wasTapped else { return #expect(step > 10) }
      #expect(events.names == ["Session Started", "Tapped"], "at step \(step)")
      #expect(Set(events.map(\.session)).count == 1, "at step \(step)")
    }
  }

  @Test(
    "a closure of the app that is called during the opening may call the SDK, and nothing waits")
  func reentrant() async {
    let own = Shared<Analytics?>(nil)
    let analytics = start {
      $0.diagnostics = { _ in
        guard let analytics = own.value else { return }
        _ = (analytics.sessionID, analytics.ledger())
        analytics.track("Nested")
      }
    }
    own.set(analytics)
    for _ in 1...5 { analytics.track("") }
    for number in 1...200 { analytics.track("Event \(number)") }
    disk.release()
    let events = await scene.delivered(by: analytics)
    #expect(events.names.count { $0.hasPrefix("Event") } == 200)
    #expect(events.names.contains("Nested"))
    own.set(nil)
    await analytics.close()
  }

  struct Requester: Enricher {
    @TaskLocal static var id: String?
    func enrich(_ event: inout Event) { event.properties["request"] = .string(Self.id ?? "none") }
  }

  @Test("closures of the app are called on the caller's thread, so that its call waits")
  func enricher() async {
    let analytics = start { $0.enrichers = [Requester()] }
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      Requester.$id.withValue("r-1") { _ = analytics.track("Event") }
      done.signal()
    }
    #expect(done.wait(timeout: .now() + .milliseconds(20)) == .timedOut)
    disk.release()
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        done.wait()
        continuation.resume()
      }
    }
    let event = await scene.delivered(by: analytics).named("Event").first
    #expect(event?.properties["request"] == "r-1")
    await analytics.close()
  }

  /// A value that closures of the app share with the test.
  final class Shared<Value: Sendable>: Sendable {
    private let state: WaitableValue<Value>
    init(_ value: Value) { state = WaitableValue(value) }
    var value: Value { state.wait { .some($0) } }
    func set(_ value: Value) { state.change { $0 = value } }
  }

  @Test("before the first unlock events wait in memory, and are delivered after it")
  func locked() async {
    scene.storage.problem = .locked
    let analytics = start()
    #expect(analytics.track("Locked") != nil)
    disk.release()
    analytics.track("Open and locked")
    let ledger = analytics.ledger()
    #expect(ledger.storageProblem != nil || ledger.isInMemory)
    scene.storage.problem = nil
    while await !analytics.flush().isComplete {}
    let names = scene.events().names.filter { $0.hasSuffix("ocked") }
    #expect(names == ["Locked", "Open and locked"])
    await analytics.close()
  }

  @Test("an instance that is released while it opens closes, and its events are on the disk")
  func released() async throws {
    do {
      let analytics = start()
      analytics.track("Kept")
    }
    disk.release()
    let isKept = await eventually {
      let later = scene.start()
      let names = await scene.delivered(by: later).names
      await later.close()
      return names.contains("Kept")
    }
    #expect(isKept)
  }

  @Test("many threads record while the journal is being opened, and nothing is lost or doubled")
  func threads() async {
    let analytics = start()
    await withTaskGroup { group in
      for thread in 1...4 {
        group.addTask {
          for number in 1...50 { analytics.track("\(thread)", ["number": .int(number)]) }
        }
      }
    }
    disk.release()
    let events = await scene.delivered(by: analytics)
    for thread in 1...4 {
      let numbers = events.named("\(thread)").compactMap { event -> Int? in
        if case .int(let number)? = event.properties["number"] { number } else { nil }
      }
      #expect(numbers == Array(1...50))
    }
    #expect(Set(events.map(\.id)).count == events.count)
    await analytics.close()
  }
}
