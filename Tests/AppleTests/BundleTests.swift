#if canImport(UIKit) || canImport(WatchKit)
import Cairn
import Foundation
import Testing

/// What the SDK does in each kind of bundle: a process that runs from it finds out from the
/// bundle's own `Info.plist`.
@Suite final class BundleTests: Sendable {
  /// What the process prints, see `Probe`.
  struct Report: Codable, Equatable {
    var isApp = false
    var isExtension = false
    var mayUploadInBackground = false
    var reportsForeground = false
    var hasBackgroundTime = false
    var hasSession = false
    var delivered: UInt64 = 0
    var pending: UInt64 = 3
    var activities = 0
  }

  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("bundles-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs the process in a bundle of this name, with the keys in its `Info.plist`.
  func run(
    _ name: String, _ properties: [String: Any], _ arguments: String...
  ) throws -> Report {
    let bundle = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    let program = bundle.appendingPathComponent("Probe")
    let built = Bundle.main.bundleURL.appendingPathComponent("BundleProbe")
    if !FileManager.default.fileExists(atPath: program.path) {
      try FileManager.default.copyItem(at: built, to: program)
    }
    let own: [String: Any] = [
      "CFBundleIdentifier": "com.example.\(name)", "CFBundleExecutable": "Probe",
    ]
    let list = own.merging(properties) { $1 }
    try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
      .write(to: bundle.appendingPathComponent("Info.plist"))
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    for place in ["XDG_STATE_HOME", "XDG_CONFIG_HOME"] { environment[place] = folder.path }
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(Report.self, from: data)
  }

  static func point(_ name: String) -> [String: Any] {
    [
      "CFBundlePackageType": "XPC!",
      "NSExtension": ["NSExtensionPointIdentifier": "com.apple.\(name)"],
    ]
  }

  static var app: [String: Any] { ["CFBundlePackageType": "APPL"] }

  #if canImport(UIKit)
  @Test("an app may do everything")
  func app() throws {
    let report = try run("Shop.app", Self.app, "flush")
    #expect(
      report
        == Report(
          isApp: true, mayUploadInBackground: true, reportsForeground: true,
          hasBackgroundTime: true, delivered: 3, pending: 0))
  }

  @Test("an App Clip is an app without background sessions")
  func appClip() throws {
    let clip: [String: Any] = ["NSAppClipRequestLocationConfirmation": false]
    let report = try run("Clip.app", Self.app.merging(["NSAppClip": clip]) { $1 }, "flush")
    #expect(
      report
        == Report(
          isApp: true, reportsForeground: true, hasBackgroundTime: true, delivered: 3, pending: 0))
  }

  static let points = [
    "widgetkit-extension", "usernotifications.service", "share-services", "intents-service",
    "keyboard-service", "usernotifications.content-extension",
  ]

  @Test(
    "an extension records, and gets time of the system for what it flushes",
    arguments: points)
  func appExtension(point: String) throws {
    let properties = Self.point(point)
    let recorded = try run("Part.appex", properties)
    #expect(recorded == Report(isExtension: true, hasBackgroundTime: true))
    let flushed = try run("Part.appex", properties, "flush")
    #expect(
      flushed
        == Report(
          isExtension: true, hasBackgroundTime: true, delivered: 6, pending: 0, activities: 1))
  }

  @Test(
    "events of an extension in an app group are delivered by the app, or by its own flush",
    arguments: points)
  func group(point: String) throws {
    let properties = Self.point(point)
    let recorded = try run("Part.appex", properties, "group")
    #expect(recorded == Report(isExtension: true, hasBackgroundTime: true))
    // The extension's process has ended, and its events are found.
    let app = try run("Shop.app", Self.app, "group", "flush")
    #expect(app.delivered == 6 && app.pending == 0)
    let again = try run("Part.appex", properties, "group", "flush")
    #expect(again.delivered == 9 && again.pending == 0)
  }
  #else
  @Test("a watch app may do everything, also one with two targets, which is built as an extension")
  func watchApp() throws {
    let expected = Report(
      isApp: true, mayUploadInBackground: true, reportsForeground: true, hasBackgroundTime: true,
      delivered: 3, pending: 0)
    #expect(try run("Watch.app", Self.app, "flush") == expected)
    var former = expected
    // It has no WKApplication, so that its session begins with its first event, by one more event.
    (former.delivered, former.hasSession, former.reportsForeground) = (7, true, false)
    let report = try run("Former.appex", Self.point("watchkit"), "flush")
    #expect(report == former)
  }

  @Test("a complication of a watch records, and delivers what it flushes")
  func complication() throws {
    let properties = Self.point("widgetkit-extension")
    #expect(try run("Part.appex", properties) == Report(isExtension: true, hasBackgroundTime: true))
    let report = try run("Part.appex", properties, "flush")
    #expect(report.delivered == 6 && report.pending == 0 && !report.mayUploadInBackground)
    #expect(report.activities == 1)
  }
  #endif
}
#endif
