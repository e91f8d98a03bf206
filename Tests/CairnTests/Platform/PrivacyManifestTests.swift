import Foundation
import Testing

/// The privacy manifest that an app submits to Apple with the SDK.
@Suite struct PrivacyManifestTests {
  let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
    path: "../../../Sources/Cairn", directoryHint: .isDirectory
  ).standardizedFileURL

  var path: String { sources.appending(path: "PrivacyInfo.xcprivacy").path }

  /// Apple's list of APIs that must be declared, and their places: "Describing use of required
  /// reason API".
  static let declared: [(category: String, names: [String])] = [
    (
      "FileTimestamp",
      [
        "creationDate", "modificationDate", "fileModificationDate", "contentModificationDateKey",
        "creationDateKey", "getattrlist", "getattrlistbulk", "fgetattrlist", "stat", "fstat",
        "fstatat", "lstat", "getattrlistat", "attributesOfItem",
      ]
    ),
    ("SystemBootTime", ["systemUptime", "mach_absolute_time"]),
    (
      "DiskSpace",
      [
        "volumeAvailableCapacityKey", "volumeAvailableCapacityForImportantUsageKey",
        "volumeAvailableCapacityForOpportunisticUsageKey", "volumeTotalCapacityKey",
        "systemFreeSize", "systemSize", "statfs", "statvfs", "fstatfs", "fstatvfs",
      ]
    ),
    ("ActiveKeyboards", ["activeInputModes"]),
    ("UserDefaults", ["UserDefaults", "NSUserDefaults"]),
  ]

  @Test("the manifest names the categories of API that the sources call, and no others")
  func categories() throws {
    let code = try swiftSources().map(Self.withoutComments).joined(separator: "\n")
    let used = try Self.declared.filter { _, names in
      let pattern =
        "\\b(?:\(names.joined(separator: "|")))\\b(?=[(.]|$)|\\.(?:\(names.joined(separator: "|")))\\b"
      return try code.contains(Regex(pattern).anchorsMatchLineEndings())
    }
    let types = try #require(try manifest()["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    let named = types.compactMap { $0["NSPrivacyAccessedAPIType"] as? String }
    #expect(named.sorted() == used.map { "NSPrivacyAccessedAPICategory\($0.category)" }.sorted())
    // The first reason covers the app's own user defaults only, the other one those of its group.
    let isShared = code.contains("UserDefaults(suiteName:")
    #expect(
      types.compactMap { $0["NSPrivacyAccessedAPITypeReasons"] as? [String] } == [
        ["C617.1"], isShared ? ["CA92.1", "1C8F.1"] : ["CA92.1"],
      ])
  }

  @Test("the manifest declares no tracking, and the collected data with its purposes")
  func collected() throws {
    let manifest = try manifest()
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    #expect((manifest["NSPrivacyTrackingDomains"] as? [String])?.isEmpty == true)
    let types = try #require(manifest["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
    #expect(
      types.compactMap { $0["NSPrivacyCollectedDataType"] as? String } == [
        "NSPrivacyCollectedDataTypeProductInteraction", "NSPrivacyCollectedDataTypeDeviceID",
        "NSPrivacyCollectedDataTypeUserID",
      ])
    for type in types {
      #expect(type["NSPrivacyCollectedDataTypeTracking"] as? Bool == false)
      #expect(
        type["NSPrivacyCollectedDataTypePurposes"] as? [String] == [
          "NSPrivacyCollectedDataTypePurposeAnalytics"
        ])
    }
  }

  private func manifest() throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    return try #require(list as? [String: Any])
  }

  private func swiftSources() throws -> [String] {
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    return try files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.map {
      try String(contentsOf: sources.appending(path: $0), encoding: .utf8)
    }
  }

  private static func withoutComments(_ source: String) -> String {
    source.replacing(/\/\/[^\n]*/, with: "")
  }
}
