import Foundation

/// What a folder is told about backups and about a device that is locked.
///
/// Elsewhere than on Apple platforms there is nothing to tell: what backs up there knows of no such mark.
package enum FolderProtection {
  /// Keeps a folder out of backups, and lets what is made in it be read from the first unlock on.
  ///
  /// Tried at every open, because a restore or a copy forgets both; so a failure is worth nothing.
  package static func apply(_ path: String) {
    guard isKnownHere else { return }
    var folder = URL(fileURLWithPath: path, isDirectory: true)
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    try? folder.setResourceValues(values)
    // Not the stricter classes: events come while the device is locked, too.
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
