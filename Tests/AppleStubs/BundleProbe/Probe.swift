import Cairn
import CairnTesting
import Foundation

#if canImport(UIKit)
import UIKit
#else
import WatchKit
#endif

/// A program that tests put into bundles: an app, an App Clip, an app extension.
///
/// It records, flushes if its argument says so, and prints what it may do there. It ends without
/// closing the SDK, as the system ends such a process.
@main struct Probe {
  /// What a process in its bundle is and may do.
  struct Report: Codable {
    var isApp: Bool
    var isExtension: Bool
    var mayUploadInBackground: Bool
    /// Whether the system tells it about the foreground.
    var reportsForeground: Bool
    var hasBackgroundTime: Bool
    var hasSession: Bool
    var delivered: UInt64
    var pending: UInt64
    /// The number of activities that the flush requested of the system; all have ended.
    var activities: Int
  }

  static func main() async throws {
    var configuration = Configuration(destinations: [
      HTTPDestination(
        endpoint: URL(fileURLWithPath: "/v1/batch"), writeKey: "secret",
        transport: RecordingTransport())
    ])
    configuration.instance = "shop"
    // Stands for the device's keychain, which here ends with the process.
    configuration.installation = "device"
    configuration.appGroup = CommandLine.arguments.contains("group") ? "group.com.example" : nil
    (configuration.flushAt, configuration.flushInterval) = (100_000, 86_400)
    configuration.diagnostics = { _ in }
    configuration.lifecycleEvents = []
    let analytics = Analytics(configuration)
    for number in 1...3 { analytics.track("Event", ["number": .int(number)]) }
    if CommandLine.arguments.contains("flush") { await analytics.flush() }
    let requested = StubExpiringActivities.shared.requested.count
    await StubExpiringActivities.shared.untilTheyEnd()
    let row = analytics.ledger().destinations[0]
    let (reportsForeground, hasTime) = await lifecycle()
    let uploader = DefaultUploader.make(identifier: "com.example.probe")
    let report = Report(
      isApp: SystemInfo.isApp, isExtension: SystemInfo.isExtension,
      mayUploadInBackground: uploader != nil, reportsForeground: reportsForeground,
      hasBackgroundTime: hasTime, hasSession: analytics.sessionID != nil,
      delivered: row.delivered, pending: row.pending,
      activities: requested)
    FileHandle.standardOutput.write(try JSONEncoder().encode(report))
    kill(getpid(), SIGKILL)
  }

  @MainActor private static func lifecycle() async -> (reportsForeground: Bool, hasTime: Bool) {
    #if canImport(UIKit)
    StubSystem.shared.state = .active
    let lifecycle = UIKitLifecycle()
    #else
    let lifecycle = WatchKitLifecycle()
    #endif
    lifecycle.start { _ in }
    // Runs after the SDK's work on the main actor, which here is not on the main thread.
    await Task(priority: .background) { @MainActor in }.value
    let time = lifecycle.time(for: "probe") {}
    time?.end()
    lifecycle.stop()
    return (lifecycle.reportsForeground, time != nil)
  }
}
