import Foundation

/// The attributes of a folder for backups and for locked devices.
///
/// Other platforms than Apple's have no such attributes.
package enum FolderProtection {
  /// Excludes a folder from backups, and makes its files readable from the first unlock on.
  ///
  /// Applied at every open, because a restore or a copy loses both attributes; so a failure is
  /// ignored.
  package static func apply(_ path: String) {
    guard isKnownHere else { return }
    var folder = URL(fileURLWithPath: path, isDirectory: true)
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    try? folder.setResourceValues(values)
    // The stricter classes are not used, because events are recorded while the device is locked
    // too.
    try? FileManager.default.setAttributes(
      [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
      ofItemAtPath: path)
  }

  #if canImport(Darwin)
  private static let isKnownHere = true
  #else
  private static let isKnownHere = false
  #endif
}
