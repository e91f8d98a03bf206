#if canImport(UIKit) || canImport(WatchKit)
import AppleURLSession
import Cairn
import CairnTesting
import Foundation
import Testing

#if canImport(UIKit)
import UIKit
#else
import WatchKit
#endif

/// An app with a folder on the real disk, whose uploads the tests see at the system's daemon.
///
/// The tests begin at the platform's notification, and end when the background time is given back.
@MainActor final class HandOverFixture {
  let daemon = StubUploadDaemon.shared
  let clock = ManualClock()
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("hand-over-\(UUID().uuidString)")
  let instance = "shop-\(UUID().uuidString)"
  /// The servers, by the names of their destinations.
  let servers = ["first": RecordingTransport(), "second": RecordingTransport()]

  init() {
    #if canImport(UIKit)
    StubSystem.shared.reset()
    #else
    StubExpiringActivities.shared.reset()
    #endif
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Launches the app with the platform's own host and uploader; only a flush, a notification or an
  /// earlier launch's data starts a delivery.
  func launch(
    in folder: URL? = nil, transports: [String: any HTTPTransport]? = nil, flushes: Bool = true
  ) async throws -> Analytics {
    let url = try #require(URL(string: "https://collect.example.com/v1/batch"))
    let destinations = (transports ?? servers).sorted { $0.key < $1.key }.map {
      HTTPDestination(
        endpoint: url, writeKey: "secret", name: $0.key, compresses: false, transport: $0.value)
    }
    var configuration = Configuration(destinations: destinations)
    configuration.diagnostics = { _ in }
    configuration.instance = instance
    configuration.directory = folder ?? self.folder
    (configuration.flushAt, configuration.flushInterval) = (100_000, 86_400)
    configuration = configuration.testing(clock: clock)
    configuration.seams.files = PosixFileSystem()
    configuration.seams.host = nil
    let analytics = Analytics(configuration)
    if flushes { await analytics.flush() }
    return analytics
  }

  func enterBackground() { postBackground() }

  /// Posts the notification on the current thread.
  nonisolated func postBackground() {
    #if canImport(UIKit)
    StubSystem.shared.post(UIApplication.didEnterBackgroundNotification)
    #else
    // The name of WKApplication's constant.
    let name = NSNotification.Name("WKApplicationDidEnterBackgroundNotification")
    NotificationCenter.default.post(name: name, object: nil)
    #endif
  }

  func enterForeground() {
    #if canImport(UIKit)
    StubSystem.shared.post(UIApplication.willEnterForegroundNotification)
    #else
    NotificationCenter.default.post(
      name: WKApplication.willEnterForegroundNotification, object: nil)
    #endif
  }

  /// Returns when the background time is given back; from then on the process may be suspended or
  /// killed.
  func untilSuspended() async {
    #if canImport(UIKit)
    await StubSystem.shared.untilTasksEnd()
    #else
    await StubExpiringActivities.shared.untilTheyEnd()
    #endif
  }

  /// The time is up.
  func expire() {
    #if canImport(UIKit)
    StubSystem.shared.expire()
    #else
    StubExpiringActivities.shared.expire()
    #endif
  }

  func tasks(of analytics: Analytics) -> [URLSessionTask] {
    daemon.tasks(of: analytics.backgroundSessionIdentifier)
  }

  /// The bodies of the uploads at the system, by the names of their destinations.
  func bodies(of analytics: Analytics) -> [String: String] {
    let pairs = tasks(of: analytics).map { task in
      let name = (task.taskDescription ?? "").split(separator: "/").first.map(String.init) ?? ""
      return (name, (try? String(contentsOf: task.file, encoding: .utf8)) ?? "no file")
    }
    return Dictionary(pairs) { $0 + $1 }
  }

  /// Copies the folder, as it is found by the next launch after the process was killed now.
  func kill() throws -> URL {
    let copy = folder.appendingPathExtension("killed")
    try FileManager.default.copyItem(at: folder, to: copy)
    return copy
  }
}
#endif
