#if canImport(WatchKit)
import AppleURLSession
import Cairn
import CairnTesting
import Foundation
import Testing
import WatchKit

extension SystemTests {
  /// The system gives a watch app time in the background: for a refresh, and for its uploads.
  @MainActor @Suite struct WatchRefreshTests {
    let scene = HandOverFixture()

    /// The app's delegate, as the documentation shows it.
    final class AppDelegate: NSObject, WKApplicationDelegate {
      let analytics: Analytics

      init(_ analytics: Analytics) { self.analytics = analytics }

      func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
        for task in backgroundTasks {
          switch task {
          case let task as WKURLSessionRefreshBackgroundTask:
            let isOurs = analytics.handleEventsForBackgroundURLSession(
              identifier: task.sessionIdentifier
            ) { task.setTaskCompletedWithSnapshot(false) }
            if !isOurs { task.setTaskCompletedWithSnapshot(false) }
          case is WKApplicationRefreshBackgroundTask:
            Task {
              await analytics.flush()
              task.setTaskCompletedWithSnapshot(false)
            }
          default: task.setTaskCompletedWithSnapshot(false)
          }
        }
      }
    }

    @Test("a flush in a background refresh tries at once, also while backing off, and then ends it")
    func refresh() async throws {
      let analytics = try await scene.launch()
      scene.enterForeground()
      analytics.track("One")
      for server in scene.servers.values { server.answerNext(.status(503)) }
      await analytics.flush()
      let task = WKApplicationRefreshBackgroundTask()
      AppDelegate(analytics).handle([task])
      #expect(!task.isCompleted)
      await task.untilCompleted()
      #expect(analytics.ledger().destinations.map(\.delivered) == [1, 1])
      await analytics.close()
    }

    @Test(
      "when a refresh ends whose flush has failed, a batch of each destination is at the system")
    func refreshFails() async throws {
      let analytics = try await scene.launch()
      for server in scene.servers.values { server.answerNext(.status(503)) }
      let id = try #require(analytics.track("One"))
      let task = WKApplicationRefreshBackgroundTask()
      AppDelegate(analytics).handle([task])
      await task.untilCompleted()
      let bodies = scene.bodies(of: analytics)
      #expect(Set(bodies.keys) == ["first", "second"])
      #expect(bodies.values.allSatisfy { $0.contains(id.description) })
      await analytics.close()
    }

    @Test("when the upload task is completed, its answers are counted, and more is handed over")
    func uploads() async throws {
      let analytics = try await scene.launch()
      for server in scene.servers.values { server.isOffline = true }
      analytics.track("One")
      scene.enterBackground()
      await scene.untilSuspended()
      analytics.track("Two")
      let first = scene.tasks(of: analytics)
      let task = WKURLSessionRefreshBackgroundTask(stub: analytics.backgroundSessionIdentifier)
      AppDelegate(analytics).handle([task])
      for upload in first { scene.daemon.answer(upload, status: 200, body: ["{}"]) }
      #expect(!task.isCompleted)
      scene.daemon.finishEvents(of: analytics.backgroundSessionIdentifier)
      await task.untilCompleted()
      #expect(analytics.ledger().destinations.map(\.delivered) == [1, 1])
      #expect(Set(scene.bodies(of: analytics).keys) == ["first", "second"])
      let other = WKURLSessionRefreshBackgroundTask(stub: "com.example.other")
      AppDelegate(analytics).handle([other])
      #expect(other.isCompleted)
      await analytics.close()
    }
  }
}
#endif
