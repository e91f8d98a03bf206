import Cairn
import CairnTesting
import Dispatch
import Foundation
import Testing

/// The thread that the system calls when the app enters the background, or when its time is up.
@Suite final class MainThreadTests: Sendable {
  let host = ManualHost()
  let uploader = StubUploader()
  /// The calls to the disk that were made by the thread that posts the signal.
  let own = Locked<[String]>([])
  private let isHanging = Locked(false)
  private let release = DispatchSemaphore(value: 0)

  static let mark = "posts the signal"

  func launch() async -> Analytics {
    var configuration = Configuration(destinations: [
      HTTPDestination(
        endpoint: URL(fileURLWithPath: "/v1/batch"), writeKey: "secret",
        transport: RecordingTransport(otherwise: { _ in .offline }))
    ])
    configuration.diagnostics = { _ in }
    configuration.lossReportInterval = 3_600
    configuration = configuration.testing(clock: ManualClock(), host: host)
    configuration.seams.uploader = uploader
    configuration.seams.files = FaultyFileSystem(TestStorage().files) { [self] call in
      if Thread.current.threadDictionary[Self.mark] != nil {
        own.withLock { $0.append(call.name) }
      } else if isHanging.withLock({ $0 }) {
        release.wait()
        release.signal()
      }
      return .none
    }
    let analytics = Analytics(configuration)
    await analytics.flush()
    return analytics
  }

  /// Performs the work on a thread of its own, as the system's main thread; returns the seconds
  /// that it took.
  func onMainThread(_ work: @escaping @Sendable () -> Void) async -> Double {
    await withCheckedContinuation { done in
      Thread {
        Thread.current.threadDictionary[Self.mark] = true
        let start = DispatchTime.now().uptimeNanoseconds
        work()
        done.resume(returning: Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9)
      }.start()
    }
  }

  @Test("at the background the caller writes what it records, and waits for no other call")
  func background() async {
    let analytics = await launch()
    analytics.track("One")
    isHanging.withLock { $0 = true }
    _ = await onMainThread { [host] in host.enterBackground() }
    #expect(Set(own.withLock { $0 }).isSubset(of: ["write"]))
    #expect(host.backgroundTimes == 1)
    isHanging.withLock { $0 = false }
    release.signal()
    await host.untilBackgroundTimeEnds()
    #expect(uploader.begun.count == 1)
    await analytics.close(flushingForSeconds: 0)
  }

  @Test("when the time is up, a disk that hangs holds the caller for about a second at most")
  func expiry() async {
    let analytics = await launch()
    analytics.track("One")
    isHanging.withLock { $0 = true }
    let seconds = await onMainThread { [host] in
      host.enterBackground()
      host.expireBackgroundTime()
    }
    // The limits add up to 0.9 seconds; the rest is for a busy machine.
    #expect(seconds < 3)
    #expect(host.backgroundTimes == 0)
    isHanging.withLock { $0 = false }
    release.signal()
    await analytics.close(flushingForSeconds: 0)
  }
}
