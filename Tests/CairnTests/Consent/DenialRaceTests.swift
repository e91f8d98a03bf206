import Cairn
import CairnTesting
import Foundation
import Testing

/// A denial between any two disk calls of another thread, and before a request begins.
@Suite struct DenialRaceTests {
  @Test("a property that is registered during a denial is on no disk")
  func register() async throws {
    try await race { analytics, _ in
      analytics.superProperties.register(["email": .string(ConsentFixture.needle)])
    }
  }

  @Test("a grant that is overtaken by a denial stores no user")
  func grant() async throws {
    try await race { analytics, _ in analytics.setConsent(.granted) }
  }

  @Test("an identify that is overtaken by a denial stores no user")
  func identify() async throws {
    try await race { analytics, _ in analytics.identify(ConsentFixture.needle) }
  }

  /// Pauses the work at each of its disk calls, in a new scene each time, while another thread
  /// denies consent.
  func race(_ work: @escaping @Sendable (Analytics, Int) -> Void) async throws {
    for stop in 0..<40 {
      let scene = ConsentFixture()
      let gate = CallGate(stop)
      let analytics = await scene.launch {
        $0.seams.files = FaultyFileSystem(scene.storage.files) { _ in
          gate.pass()
          return .none
        }
      }
      analytics.track("x")
      if stop % 2 == 0 { analytics.setConsent(.denied) }
      let wasHeld = gate.hold(
        work: { work(analytics, stop) }, while: { analytics.setConsent(.denied) })
      let isDenied = analytics.consent == .denied
      // Data that is out of reach when the denial returns is removed in the background, and by a
      // flush.
      await analytics.flush()
      if isDenied {
        #expect(scene.files() == [], "at call \(stop)")
        #expect(!scene.allFiles.contains { $0.hasSuffix("/identity") }, "at call \(stop)")
      }
      await analytics.close(flushingForSeconds: 0)
      if !wasHeld, stop > 1 { return }
    }
  }

  @Test(
    "after a concurrent grant, registration and denial that end denied, no user is on the disk")
  func atOnce() async {
    for round in 0..<150 {
      let scene = ConsentFixture()
      let analytics = await scene.launch(.denied)
      let ended = DispatchSemaphore(value: 0)
      let works: [@Sendable () -> Void] = [
        { analytics.setConsent(.granted) }, { analytics.setConsent(.denied) },
        { analytics.superProperties.register(["email": .string(ConsentFixture.needle)]) },
      ]
      if round % 2 == 0 { analytics.setConsent(.granted) }
      for work in works {
        Thread.detachNewThread {
          work()
          ended.signal()
        }
      }
      for _ in works { _ = await Self.wait(for: ended) }
      await analytics.flush()
      if analytics.consent == .denied {
        #expect(scene.files() == [])
        #expect(!scene.allFiles.contains { $0.hasSuffix("/identity") })
      }
      await analytics.close(flushingForSeconds: 0)
    }
  }

  @Test("the permission to store is checked when storing, and not before")
  func asked() {
    let memory = InMemoryFileSystem()
    let store = IdentityStore(
      "/identity", files: memory, randomness: SeededRandomness(seed: 1), stores: false)
    store.store { false }
    #expect(throws: FileError.self) { try memory.open("/identity", .read) }
    let properties = SuperPropertyStore(
      "/super", files: memory, maximumEventBytes: 4_096, opens: false)
    let result = properties.change(.set(["a": 1], redacted: []), storing: { false }) { _ in }
    #expect(result == .stored)
    #expect(!properties.current.isEmpty)
    #expect(throws: FileError.self) { try memory.open("/super", .read) }
    store.store()
    #expect(throws: Never.self) { try memory.open("/identity", .read) }
  }

  /// A destination that has a request ready, and waits for a signal before it begins.
  struct Ready: Destination {
    let name = "server"
    let exchange: HTTPExchange
    let reached = DispatchSemaphore(value: 0)
    let released = DispatchSemaphore(value: 0)

    func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
      Array(events.map(\.text).joined().utf8)
    }

    func deliver(_ batch: Batch) async -> Outcome {
      reached.signal()
      _ = await DenialRaceTests.wait(for: released)
      let request = HTTPRequest(url: URL(fileURLWithPath: "/"), method: "POST", body: batch.body)
      return await exchange.send(request, at: batch.milliseconds).outcome
    }
  }

  @Test("no request begins once a denial has returned, however far the delivery was")
  func request() async {
    let scene = ConsentFixture()
    let transport = RecordingTransport()
    let server = Ready(exchange: HTTPExchange(transport: transport))
    let analytics = await scene.launch(.pending) {
      $0.destinations = [server]
      $0.flushAt = 1
    }
    for number in 0..<20 { analytics.track("\(ConsentFixture.needle) \(number)") }
    analytics.setConsent(.granted)
    #expect(await Self.wait(for: server.reached))
    analytics.setConsent(.denied)
    let before = transport.requests.count
    server.released.signal()
    await analytics.flush()
    await analytics.close(flushingForSeconds: 0)
    #expect(transport.requests.count == before)
    #expect(analytics.ledger().balances)
  }

  @Test("a request that was prevented is sent when it is permitted, with all its events")
  func again() async {
    let scene = ConsentFixture()
    let transport = RecordingTransport()
    let server = Ready(exchange: HTTPExchange(transport: transport))
    let analytics = await scene.launch(.pending) {
      $0.destinations = [server]
      $0.flushAt = 1
    }
    analytics.track("One")
    analytics.setConsent(.granted)
    #expect(await Self.wait(for: server.reached))
    analytics.setConsent(.pending)
    server.released.signal()
    server.released.signal()
    analytics.setConsent(.granted)
    while !(await analytics.flush().isComplete) {}
    #expect(analytics.ledger()["server"]?.delivered == 1)
    #expect(!transport.requests.isEmpty)
    await analytics.close(flushingForSeconds: 0)
  }

  private static func wait(for semaphore: DispatchSemaphore) async -> Bool {
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        let limit = DispatchTime.now() + .seconds(HangLimit.seconds)
        done.resume(returning: semaphore.wait(timeout: limit) == .success)
      }
    }
  }
}

/// Pauses one thread at one of its disk calls, while another one does something that may wait for
/// it.
final class CallGate: Sendable {
  private static let mark = "at the gate"
  private let callsLeft: Locked<Int>
  private let arrived = DispatchSemaphore(value: 0)
  private let release = DispatchSemaphore(value: 0)

  init(_ calls: Int) { callsLeft = Locked(calls) }

  func pass() {
    guard Thread.current.threadDictionary[Self.mark] != nil else { return }
    let isHere = callsLeft.withLock { left in
      left -= 1
      return left == -1
    }
    guard isHere else { return }
    arrived.signal()
    release.wait()
  }

  /// Returns whether the work made so many calls.
  ///
  /// The paused thread continues as soon as the other one is done or must wait for it.
  func hold(
    work: @escaping @Sendable () -> Void, while other: @escaping @Sendable () -> Void
  ) -> Bool {
    let (workEnded, otherEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isDone = Locked(false)
    let thread = Thread { [arrived] in
      Thread.current.threadDictionary[Self.mark] = true
      work()
      isDone.withLock { $0 = true }
      arrived.signal()
      workEnded.signal()
    }
    thread.stackSize = 1 << 20
    thread.start()
    arrived.wait()
    let wasHeld = !isDone.withLock { $0 }
    Thread.detachNewThread {
      other()
      otherEnded.signal()
    }
    // It may need a lock of the paused thread; then it ends when that continues.
    let hasEnded = otherEnded.wait(timeout: .now() + .milliseconds(60)) == .success
    release.signal()
    workEnded.wait()
    if !hasEnded { otherEnded.wait() }
    return wasHeld
  }
}
