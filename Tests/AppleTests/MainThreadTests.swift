#if canImport(UIKit) || canImport(WatchKit)
import Cairn
import CairnTesting
import Dispatch
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension SystemTests {
  /// The thread on which the system posts that the app enters the background, and on which UIKit
  /// says that its time is up.
  @MainActor @Suite struct MainThreadTests {
    /// A disk on which, from a moment on, every call hangs except those of the thread that posts,
    /// and writes, which return when the system has the bytes in memory.
    final class HangingDisk: Sendable {
      private let isHanging = Locked(false)
      private let hanging = Locked(0)
      private let release = DispatchSemaphore(value: 0)
      let own = Locked<[String]>([])

      static let mark = "posts the notification"

      func files(_ files: any FileSystem) -> any FileSystem {
        FaultyFileSystem(files) { [self] call in
          if Thread.current.threadDictionary[Self.mark] != nil {
            own.withLock { $0.append(call.name) }
          } else if call.name != "write", isHanging.withLock({ $0 }) {
            hanging.withLock { $0 += 1 }
            release.wait()
            release.signal()
          }
          return .none
        }
      }

      /// The number of calls that have hung.
      var count: Int { hanging.withLock { $0 } }
      func hang() { isHanging.withLock { $0 = true } }
      func goOn() {
        isHanging.withLock { $0 = false }
        release.signal()
      }
    }

    let scene = HandOverFixture()

    func launch(on disk: HangingDisk) async throws -> Analytics {
      let url = try #require(URL(string: "https://collect.example.com/v1/batch"))
      let destinations = scene.servers.map { name, transport in
        HTTPDestination(endpoint: url, writeKey: "secret", name: name, transport: transport)
      }
      for server in scene.servers.values { server.isOffline = true }
      var configuration = Configuration(destinations: destinations)
      configuration.diagnostics = { _ in }
      configuration.lossReportInterval = 3_600
      configuration.lifecycleEvents = [.opened, .backgrounded]
      configuration.sessionTimeout = 1_800
      (configuration.flushAt, configuration.flushInterval) = (100_000, 86_400)
      configuration = configuration.testing(clock: scene.clock)
      configuration.seams.files = disk.files(configuration.seams.files)
      configuration.seams.uploader = BackgroundSessionUploader(
        identifier: "com.example.\(UUID().uuidString)")
      configuration.seams.host = nil
      let analytics = Analytics(configuration)
      await analytics.flush()
      return analytics
    }

    /// Performs the work on a thread of its own, as the system's main thread; returns the seconds
    /// that it took there, and those of processor time.
    nonisolated func onMainThread(
      _ work: @escaping @Sendable () -> Void
    ) async -> (seconds: Double, ofProcessor: Double) {
      await withCheckedContinuation { done in
        Thread {
          Thread.current.threadDictionary[HangingDisk.mark] = true
          var (start, end) = (timespec(), timespec())
          let begin = DispatchTime.now().uptimeNanoseconds
          clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
          work()
          clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
          let nanoseconds =
            (end.tv_sec - start.tv_sec) * 1_000_000_000 + end.tv_nsec - start.tv_nsec
          let all = DispatchTime.now().uptimeNanoseconds - begin
          done.resume(returning: (Double(all) / 1e9, Double(nanoseconds) / 1e9))
        }.start()
      }
    }

    @Test("the notification returns within 50 ms while a sync, a delivery and a loss report hang")
    func background() async throws {
      // A wait with a limit of its own takes its time in each attempt. On a busy machine one
      // attempt shows the time that the thread itself needs.
      var seconds: [Double] = []
      while seconds.count < 5, seconds.allSatisfy({ $0 >= 0.05 }) {
        seconds.append(try await secondsOfNotification())
      }
      #expect(seconds.contains { $0 < 0.05 }, "\(seconds)")
    }

    func secondsOfNotification() async throws -> Double {
      let disk = HangingDisk()
      let analytics = try await launch(on: disk)
      for number in 1...2_000 { analytics.track("Event", ["number": .int(number)]) }
      disk.hang()
      let sync = Task { try? await analytics.record("Safe") }
      let flush = Task { await analytics.flush() }
      #expect(await eventually { disk.count > 0 })
      let time = await onMainThread { [scene] in scene.postBackground() }
      // The disk hangs until here, so that the thread has waited for none of its calls.
      #expect(Set(disk.own.withLock { $0 }).isSubset(of: ["write"]))
      #expect(time.ofProcessor < 0.05)
      disk.goOn()
      await scene.untilSuspended()
      _ = await (sync.value, flush.value)
      await analytics.close(flushingForSeconds: 0)
      return time.seconds
    }

    #if canImport(UIKit)
    @Test("when the time is up, a disk that hangs holds the main thread for less than a second")
    func expiry() async throws {
      var seconds: [Double] = []
      while seconds.count < 3, seconds.allSatisfy({ $0 >= 1 }) {
        seconds.append(try await secondsOfExpiry())
      }
      #expect(seconds.contains { $0 < 1 }, "\(seconds)")
    }

    func secondsOfExpiry() async throws -> Double {
      let disk = HangingDisk()
      let analytics = try await launch(on: disk)
      analytics.track("One")
      disk.hang()
      let flush = Task { await analytics.flush() }
      #expect(await eventually { disk.count > 0 })
      _ = await onMainThread { [scene] in scene.postBackground() }
      let start = DispatchTime.now().uptimeNanoseconds
      scene.expire()
      let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
      await scene.untilSuspended()
      disk.goOn()
      _ = await flush.value
      await analytics.close(flushingForSeconds: 0)
      return seconds
    }
    #endif
  }
}
#endif
