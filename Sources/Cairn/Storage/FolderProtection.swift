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
    if isKnownHere { apply(path, SystemProtection()) }
  }

  /// Does the same with these attributes.
  ///
  /// A new file has the class of its folder, and keeps it. So the contents of a folder without the
  /// class are changed too: they were created before the folder had it, or were moved there.
  package static func apply(_ path: String, _ protection: any FileProtection) {
    protection.excludeFromBackup(path)
    guard !protection.isReadable(path) else { return }
    protection.makeReadable(path)
    // Volumes without classes have nothing to change.
    guard protection.isReadable(path) else { return }
    for name in protection.contents(path) { protection.makeReadable("\(path)/\(name)") }
  }

  #if canImport(Darwin)
  private static let isKnownHere = true
  #else
  private static let isKnownHere = false
  #endif
}

/// The attributes of files on Apple platforms.
package protocol FileProtection {
  func excludeFromBackup(_ folder: String)
  /// Returns whether a file or folder has the class whose files can be read from the first unlock
  /// of the device on.
  func isReadable(_ path: String) -> Bool
  /// Gives a file or folder that class.
  func makeReadable(_ path: String)
  /// Returns the paths of everything in a folder, relative to it, folders before their contents.
  func contents(_ folder: String) -> [String]
}

/// The attributes according to Foundation.
private struct SystemProtection: FileProtection {
  // The stricter classes are not used, because events are recorded while the device is locked too.
  private static let readable = FileProtectionType.completeUntilFirstUserAuthentication

  func excludeFromBackup(_ folder: String) {
    var url = URL(fileURLWithPath: folder, isDirectory: true)
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    try? url.setResourceValues(values)
  }

  func isReadable(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.protectionKey] as? FileProtectionType)?.rawValue == Self.readable.rawValue
  }

  func makeReadable(_ path: String) {
    try? FileManager.default.setAttributes([.protectionKey: Self.readable], ofItemAtPath: path)
  }

  func contents(_ folder: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: folder)
    return paths?.compactMap { $0 as? String } ?? []
  }
}
