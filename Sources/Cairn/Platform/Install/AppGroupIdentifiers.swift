import Foundation

/// The app's identifiers outside its journal, when the app joins an app group.
package enum AppGroupIdentifiers {
  /// Copies the app's identifiers to the app group, in place of those that an extension has made
  /// there, and removes the app's own; can be repeated.
  package static func join(
    _ old: String, _ new: String, _ group: String, _ files: any FileSystem
  ) throws(InstallRecordError) {
    #if canImport(Security) && !os(macOS)
    let own = Keychain(service: SystemInfo.bundle("CFBundleIdentifier") ?? "cairn")
    let shared = Keychain(service: group, group: group)
    do throws(KeychainError) {
      for suffix in ["", ".\(AnonymousIDLocations.key)"] {
        guard let text = try own.read(old + suffix) else { continue }
        try shared.set(text, new + suffix)
        try own.remove(old + suffix)
      }
    } catch {
      throw InstallRecordError("\(error)")
    }
    #else
    guard let from = DefaultInstallRecord.directory(),
      let to = DefaultInstallRecord.directory(inGroup: group), from != to
    else { return }
    do throws(FileError) {
      try join("\(from)/\(old)", "\(to)/\(new)", in: to, files)
    } catch {
      throw InstallRecordError("\(error)")
    }
    #endif
  }

  /// Does the same for an identifier in a file.
  package static func join(
    _ own: String, _ shared: String, in folder: String, _ files: any FileSystem
  ) throws(FileError) {
    guard let id = try InstallFile(own, in: files).read() else { return }
    try files.makeDirectory(folder)
    try InstallFile(shared, in: files).write(id)
    try files.remove(own)
  }
}
