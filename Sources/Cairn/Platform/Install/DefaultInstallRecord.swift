import Foundation

/// Where it stands which installation this is, when the journal lies in the default folder.
package enum DefaultInstallRecord {
  #if canImport(Security) && !os(macOS)
  package static func make(_ files: any FileSystem) -> (any InstallRecord)? {
    KeychainInstallRecord(service: SystemInfo.bundle("CFBundleIdentifier") ?? "cairn")
  }
  #else
  // On macOS too: its keychain asks the user when a program that is not signed, or signed anew, wants its own item.
  package static func make(_ files: any FileSystem) -> (any InstallRecord)? {
    directory().map { FileInstallRecord($0, files: files) }
  }
  #endif

  /// `~/Library/Preferences/cairn/installs` on Apple platforms; elsewhere `$XDG_CONFIG_HOME/cairn/installs` or
  /// `~/.config/cairn/installs`.
  ///
  /// Nil when the process has no home.
  package static func directory() -> String? {
    #if canImport(Darwin)
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
