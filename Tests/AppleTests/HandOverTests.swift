#if canImport(UIKit) || canImport(WatchKit)
import AppleURLSession
import Cairn
import CairnTesting
import Foundation
import Testing

#if canImport(UIKit)
import Network
#endif

extension SystemTests {
  /// S-97: what an app leaves undelivered when it enters the background is handed to the system
  /// before the background time is given back.
  @MainActor @Suite struct HandOverTests {
    let scene = HandOverFixture()

    /// The reasons for which the app itself cannot deliver when it enters the background.
    enum Reason: CaseIterable {
      case airplaneMode, serverError, backingOff, overloaded
      #if canImport(UIKit)
      /// The system's path monitor knows that there is no network; a watch has none.
      case noPath
      #endif
    }

    func prepare(_ reason: Reason, _ analytics: Analytics) async {
      for server in scene.servers.values {
        switch reason {
        case .airplaneMode: server.isOffline = true
        case .serverError: server.answerNext(.status(503))
        case .backingOff: server.answerNext(.status(503), .status(503))
        case .overloaded: server.answerNext(.status(429, headers: ["Retry-After": "60"]))
        #if canImport(UIKit)
        case .noPath: await StubPaths.shared.change(to: NWPath(stub: .unsatisfied))
        #endif
        }
      }
      if reason == .backingOff || reason == .overloaded { await analytics.flush() }
    }

    @Test(
      "a batch of each destination is at the system when the background time ends",
      arguments: Reason.allCases)
    func handOver(_ reason: Reason) async throws {
      let analytics = try await scene.launch()
      let id = try #require(analytics.track("One"))
      await prepare(reason, analytics)
      scene.enterBackground()
      await scene.untilSuspended()
      let bodies = scene.bodies(of: analytics)
      #expect(Set(bodies.keys) == ["first", "second"])
      #expect(bodies.values.allSatisfy { $0.contains(id.description) })
      let earliest = scene.tasks(of: analytics).map(\.earliestBeginDate)
      #expect(earliest.allSatisfy { ($0 != nil) == (reason == .overloaded) })
      #if canImport(UIKit)
      if reason == .noPath {
        #expect(scene.servers.values.allSatisfy { $0.requests.isEmpty })
        await StubPaths.shared.change(to: NWPath(stub: .satisfied, by: .wifi))
      }
      #endif
      await analytics.close()
    }

    @Test(
      "a batch that the app delivers itself is not handed over, and another destination's batch is")
    func partly() async throws {
      let analytics = try await scene.launch()
      analytics.track("One")
      scene.servers["second"]?.isOffline = true
      scene.enterBackground()
      await scene.untilSuspended()
      #expect(Set(scene.bodies(of: analytics).keys) == ["second"])
      #expect(scene.servers["first"]?.requests.count == 1)
      await analytics.close()
    }

    @Test("a destination's batch is at the system while the server of another one does not answer")
    func slowNeighbour() async throws {
      let (slow, offline) = (GatedTransport(), RecordingTransport())
      offline.isOffline = true
      let analytics = try await scene.launch(transports: ["first": slow, "second": offline])
      analytics.track("One")
      scene.enterBackground()
      await slow.untilAsked()
      let isHandedOver = await eventually { Set(scene.bodies(of: analytics).keys) == ["second"] }
      #expect(isHandedOver)
      slow.fail()
      await scene.untilSuspended()
      #expect(Set(scene.bodies(of: analytics).keys) == ["first", "second"])
      await analytics.close()
    }

    @Test(
      "a flush that fails in the background leaves a batch at the system, in the foreground none")
    func flush() async throws {
      let analytics = try await scene.launch()
      for server in scene.servers.values { server.isOffline = true }
      scene.enterForeground()
      analytics.track("One")
      await analytics.flush()
      #expect(scene.tasks(of: analytics).isEmpty)
      scene.enterBackground()
      await scene.untilSuspended()
      for task in scene.tasks(of: analytics) {
        scene.daemon.answer(task, status: 200, body: ["{}"])
      }
      scene.daemon.finishEvents(of: analytics.backgroundSessionIdentifier)
      #expect(await eventually { analytics.ledger().destinations.map(\.delivered) == [1, 1] })
      let id = try #require(analytics.track("Two"))
      scene.clock.advance(bySeconds: 60)
      await analytics.flush()
      let bodies = scene.bodies(of: analytics)
      #expect(Set(bodies.keys) == ["first", "second"])
      #expect(bodies.values.allSatisfy { $0.contains(id.description) })
      await analytics.close()
    }

    @Test(
      "an app killed right after it counts the answer at its next launch, and sends nothing",
      arguments: Reason.allCases)
    func killed(_ reason: Reason) async throws {
      let first = try await scene.launch()
      first.track("One")
      await prepare(reason, first)
      scene.enterBackground()
      await scene.untilSuspended()
      let copy = try scene.kill()
      let tasks = scene.tasks(of: first)
      await first.close()
      #if canImport(UIKit)
      if reason == .noPath {
        await StubPaths.shared.change(to: NWPath(stub: .satisfied, by: .wifi))
      }
      #endif
      let count = scene.servers.values.map(\.requests.count)
      for server in scene.servers.values { server.isOffline = false }
      let second = try await scene.launch(in: copy, flushes: false)
      let url = try #require(tasks.first?.originalRequest?.url)
      for task in tasks {
        scene.daemon.answer(task, status: 200, body: ["{}"], from: url)
      }
      scene.daemon.finishEvents(of: second.backgroundSessionIdentifier)
      let result = await second.flush()
      #expect(result.isComplete)
      #expect(second.ledger().destinations.map(\.delivered) == [1, 1])
      #expect(scene.servers.values.map(\.requests.count) == count)
      await second.close()
    }

    @Test("an app that is in front again before the attempt has failed hands over nothing")
    func back() async throws {
      let server = GatedTransport()
      let analytics = try await scene.launch(transports: ["first": server])
      analytics.track("One")
      scene.enterBackground()
      await server.untilAsked()
      scene.enterForeground()
      server.fail()
      await scene.untilSuspended()
      #expect(scene.tasks(of: analytics).isEmpty)
      await analytics.close()
    }

    @Test("when the time is up, a request in progress is handed over under its key")
    func expiry() async throws {
      let server = GatedTransport()
      let analytics = try await scene.launch(transports: ["first": server])
      analytics.track("One")
      scene.enterBackground()
      let request = await server.untilAsked()
      scene.expire()
      await scene.untilSuspended()
      let tasks = scene.tasks(of: analytics)
      #expect(
        tasks.map { $0.originalRequest?.value(forHTTPHeaderField: "Idempotency-Key") }
          == [request.header("Idempotency-Key")])
      server.fail()
      await analytics.close()
    }
  }
}

/// A transport whose requests wait until the test ends them.
final class GatedTransport: HTTPTransport {
  private let log = Log<HTTPRequest>()
  private let waiting = Locked<[CheckedContinuation<Void, Never>]?>([])

  /// Returns the first request.
  @discardableResult
  func untilAsked() async -> HTTPRequest { await log.items { !$0.isEmpty }[0] }

  /// Ends all requests without a response, and those that follow.
  func fail() {
    let waiting = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting ?? []
    }
    for continuation in waiting { continuation.resume() }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    await withCheckedContinuation { continuation in
      let waits = waiting.withLock { waiting in
        waiting?.append(continuation)
        return waiting != nil
      }
      log.append(request)
      if !waits { continuation.resume() }
    }
    throw URLError(.notConnectedToInternet)
  }
}
#endif
