#if canImport(UIKit)
import AppleURLSession
import Cairn
import CairnTesting
import Foundation
import Testing
import UIKit

extension SystemTests {
  /// S-101: the system launches or wakes the app because an upload has ended, and calls its
  /// delegate.
  @MainActor @Suite struct WokenAppTests {
    let scene = HandOverFixture()

    /// The app's delegate, as the documentation shows it.
    final class AppDelegate: NSObject, UIApplicationDelegate {
      var analytics: Analytics?

      func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
      ) {
        let isOurs = analytics?.handleEventsForBackgroundURLSession(
          identifier: identifier, completionHandler: completionHandler)
        if isOurs != true { completionHandler() }
      }
    }

    let delegate = AppDelegate()

    /// Calls the delegate as the system does, lets `answer` end the uploads, and returns when the
    /// handler was called: then the app may be suspended.
    func wake(for analytics: Analytics, _ answer: () -> Void) async {
      delegate.analytics = analytics
      let session = analytics.backgroundSessionIdentifier
      await withCheckedContinuation { done in
        delegate.application(
          StubSystem.shared.application, handleEventsForBackgroundURLSession: session
        ) { done.resume() }
        answer()
        scene.daemon.finishEvents(of: session)
      }
    }

    /// Leaves an upload of each destination at the system, and more events in the journal.
    func leave(_ analytics: Analytics) async {
      for server in scene.servers.values { server.isOffline = true }
      analytics.track("One")
      scene.enterBackground()
      await scene.untilSuspended()
      analytics.track("Two")
    }

    @Test("when the handler is called, the answer is counted, and the next batch is at the system")
    func woken() async throws {
      let analytics = try await scene.launch()
      await leave(analytics)
      let first = scene.tasks(of: analytics)
      #expect(first.count == 2)
      let requests = scene.servers.values.map(\.requests.count)
      await wake(for: analytics) {
        for task in first { scene.daemon.answer(task, status: 200, body: ["{}"]) }
      }
      #expect(analytics.ledger().destinations.map(\.delivered) == [1, 1])
      let next = scene.bodies(of: analytics)
      #expect(Set(next.keys) == ["first", "second"])
      #expect(next.values.allSatisfy { $0.contains("Two") && !$0.contains("One") })
      #expect(scene.servers.values.map(\.requests.count) == requests)
      await analytics.close()
    }

    @Test(
      "a process that is launched after a kill counts the answers and hands over the next batch"
    )
    func launched() async throws {
      let before = try await scene.launch()
      await leave(before)
      let copy = try scene.kill()
      let tasks = scene.tasks(of: before)
      await before.close(flushingForSeconds: 0)
      let analytics = try await scene.launch(in: copy, flushes: false)
      await wake(for: analytics) {
        for task in tasks { scene.daemon.answer(task, status: 200, body: ["{}"]) }
      }
      #expect(analytics.ledger().destinations.map(\.delivered) == [1, 1])
      #expect(Set(scene.bodies(of: analytics).keys) == ["first", "second"])
      await analytics.close()
    }

    @Test(
      "a batch that the server answers with 503 is at the system again when the handler is called")
    func failed() async throws {
      let analytics = try await scene.launch()
      await leave(analytics)
      let first = scene.tasks(of: analytics)
      let keys = first.map { $0.originalRequest?.value(forHTTPHeaderField: "Idempotency-Key") }
      await wake(for: analytics) {
        for task in first { scene.daemon.answer(task, status: 503) }
      }
      let again = scene.tasks(of: analytics)
      #expect(
        Set(again.map { $0.originalRequest?.value(forHTTPHeaderField: "Idempotency-Key") })
          == Set(keys))
      #expect(analytics.ledger().destinations.map(\.delivered) == [0, 0])
      await analytics.close()
    }

    @Test("events of a session of another SDK are ignored, and the handler is called")
    func other() async throws {
      let analytics = try await scene.launch()
      delegate.analytics = analytics
      var isCalled = false
      delegate.application(
        StubSystem.shared.application, handleEventsForBackgroundURLSession: "com.example.other"
      ) { isCalled = true }
      #expect(isCalled)
      await analytics.close()
    }
  }
}
#endif
