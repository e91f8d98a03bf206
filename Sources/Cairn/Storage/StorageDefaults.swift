import Foundation

/// Where the journal lies when the configuration does not say.
package enum DefaultDirectory {
  /// On Apple platforms a folder in Application Support, which unlike Caches is never purged;
  /// elsewhere `$XDG_STATE_HOME/cairn` or `~/.local/state/cairn`.
  ///
  /// Nil when the process has no home.
  package static func path() -> String? {
    #if canImport(Darwin)
    let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    return folder.first.map { $0.appendingPathComponent("cairn").path }
    #else
    let environment = ProcessInfo.processInfo.environment
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/cairn" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.local/state/cairn"
    #endif
  }

  /// The folder that the process is in now.
  package static var current: String { FileManager.default.currentDirectoryPath }
}

/// How much room a journal may take where nobody has said how much.
package enum DefaultCapacity {
  #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS) || os(Android)
  package static let journalBytes = 20 << 20
  #else
  package static let journalBytes = 512 << 20
  #endif
}
