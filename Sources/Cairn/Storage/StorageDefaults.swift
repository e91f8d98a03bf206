import Foundation

/// The default folder of the journal.
package enum DefaultDirectory {
  /// Returns a folder in Application Support on Apple platforms, which unlike Caches is never
  /// purged, but on tvOS in Caches, because an app can store files nowhere else; on other platforms
  /// `$XDG_STATE_HOME/cairn` or `~/.local/state/cairn`.
  ///
  /// The result is nil when the process has no home folder, and on Android, where only the app
  /// knows its folder.
  package static func path() -> String? {
    #if canImport(Darwin)
    #if os(tvOS)
    let place = FileManager.SearchPathDirectory.cachesDirectory
    #else
    let place = FileManager.SearchPathDirectory.applicationSupportDirectory
    #endif
    let folder = FileManager.default.urls(for: place, in: .userDomainMask)
    return folder.first.map { $0.appendingPathComponent("cairn").path }
    #elseif os(Android)
    return nil
    #else
    let environment = ProcessInfo.processInfo.environment
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/cairn" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.local/state/cairn"
    #endif
  }

  /// Whether the system may delete the folder while the app does not run.
  package static var mayBePurged: Bool {
    #if os(tvOS)
    true
    #else
    false
    #endif
  }

  /// Returns the same folder in the container of an app group; nil when the process does not belong
  /// to the group.
  ///
  /// On platforms other than Apple's, the result is `path()`.
  package static func path(inGroup group: String) -> String? {
    #if canImport(Darwin)
    #if os(tvOS)
    let place = "Library/Caches/cairn"
    #else
    let place = "Library/Application Support/cairn"
    #endif
    let container = FileManager.default.containerURL(
      forSecurityApplicationGroupIdentifier: group)
    return container?.appendingPathComponent(place).path
    #else
    return path()
    #endif
  }

  /// The advice to a developer whose app has no default folder.
  package static let missing =
    "there is no default folder; set Configuration.directory, on Android to Context.getFilesDir()"

  /// The current folder of the process.
  package static var current: String { FileManager.default.currentDirectoryPath }
}

/// The default limit of a journal.
package enum DefaultCapacity {
  #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS) || os(Android)
  package static let journalBytes = 20 << 20
  #else
  package static let journalBytes = 512 << 20
  #endif
}
