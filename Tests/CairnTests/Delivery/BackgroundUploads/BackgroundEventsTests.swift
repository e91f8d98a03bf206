import Cairn
import CairnTesting
import Dispatch
import Testing

/// The app is launched in the background for the events of its session.
@Suite final class BackgroundEventsTests: Sendable {
  let scene = UploadFixture()
  let calls = Locked(0)

  @MainActor
  func handle(_ analytics: Analytics, _ identifier: String) -> Bool {
    analytics.handleEventsForBackgroundURLSession(identifier: identifier) { [self] in
      dispatchPrecondition(condition: .onQueue(.main))
      calls.withLock { $0 += 1 }
    }
  }

  @Test("the session is named by the app and the instance")
  func identifier() {
    let name = scene.start().backgroundSessionIdentifier
    #expect(name.hasSuffix(".cairn.shop.background-upload"))
    let other = scene.start { $0.instance = "other" }.backgroundSessionIdentifier
    #expect(other.hasSuffix(".cairn.other.background-upload"))
  }

  @Test("every other session is refused, and its handler is not stored")
  func refused() async {
    let analytics = scene.start()
    #expect(await !analytics.handleEventsForBackgroundURLSession(identifier: "other"))
    let names = ["", "com.example.other", analytics.backgroundSessionIdentifier + "2"]
    for name in names { #expect(await !handle(analytics, name)) }
    scene.uploader.finishEvents()
    await analytics.flush()
    #expect(calls.withLock { $0 } == 0)
  }

  @Test("the asynchronous call returns when the answer is settled and the next batch handed over")
  func awaited() async throws {
    let analytics = scene.start()
    analytics.track("One")
    await scene.suspend(analytics)
    analytics.track("Two")
    async let isOurs = analytics.handleEventsForBackgroundURLSession(
      identifier: analytics.backgroundSessionIdentifier)
    scene.uploader.answer(scene.uploader.begun[0], status: 200)
    #expect(await eventually { scene.uploader.isAwaited })
    scene.uploader.finishEvents()
    #expect(await isOurs)
    #expect(analytics.row().delivered == 1)
    #expect(scene.uploader.begun.count == 2)
  }

  @Test("the handler is called when the answer is settled and the next batch handed over")
  @MainActor
  func handled() async throws {
    let analytics = scene.start()
    analytics.track("One")
    await scene.suspend(analytics)
    analytics.track("Two")
    await withCheckedContinuation { done in
      let isOurs = analytics.handleEventsForBackgroundURLSession(
        identifier: analytics.backgroundSessionIdentifier
      ) { [self] in
        dispatchPrecondition(condition: .onQueue(.main))
        calls.withLock { $0 += 1 }
        done.resume()
      }
      #expect(isOurs)
      scene.uploader.answer(scene.uploader.begun[0], status: 200)
      #expect(calls.withLock { $0 } == 0)
      scene.uploader.finishEvents()
    }
    #expect(calls.withLock { $0 } == 1)
    #expect(analytics.row().delivered == 1)
    #expect(scene.uploader.begun.count == 2)
  }
}
