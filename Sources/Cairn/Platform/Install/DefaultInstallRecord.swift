import Foundation

/// The installation record for a journal in the default folder.
package enum DefaultInstallRecord {
  #if canImport(Security) && !os(macOS)
  package static func make(
    _ files: any FileSystem, inGroup group: String? = nil
  ) -> (any InstallRecord)? {
    KeychainInstallRecord(
      service: SystemInfo.bundle("CFBundleIdentifier") ?? "cairn", inGroup: group)
  }
  #else
  // This includes macOS: its keychain asks the user when a program that is not signed, or has a new
  // signature, accesses its own item.
  package static func make(
    _ files: any FileSystem, inGroup group: String? = nil
  ) -> (any InstallRecord)? {
    directory(inGroup: group).map { FileInstallRecord($0, files: files) }
  }
  #endif

  /// Returns `~/Library/Preferences/cairn/installs` on Apple platforms, and
  /// `$XDG_CONFIG_HOME/cairn/installs` or `~/.config/cairn/installs` on other platforms.
  ///
  /// The result is nil when the process has no home folder. The processes of an app group share the
  /// folder in the group's container.
  package static func directory(inGroup group: String? = nil) -> String? {
    #if canImport(Darwin)
    if let group {
      return FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)?
        .appendingPathComponent("Library/Preferences/cairn/installs").path
    }
    let library = FileManager.default.urls(for: .libraryDirectory, in: .userDomainMask).first
    return library.map { $0.appendingPathComponent("Preferences/cairn/installs").path }
    #else
    let environment = ProcessInfo.processInfo.environment
    if let config = environment["XDG_CONFIG_HOME"], config.hasPrefix("/") {
      return config + "/cairn/installs"
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.config/cairn/installs"
    #endif
  }
}
