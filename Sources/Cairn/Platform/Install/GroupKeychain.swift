/// The app's identifiers in the keychain, when the app joins an app group.
package enum GroupKeychain {
  #if canImport(Security) && !os(macOS)
  /// Copies the app's identifiers to the access group of the app group, in place of those that an
  /// extension has made there, and removes them from the app's own items.
  package static func join(_ old: String, _ new: String, _ group: String) {
    let own = Keychain(service: SystemInfo.bundle("CFBundleIdentifier") ?? "cairn")
    let shared = Keychain(service: group, group: group)
    for suffix in ["", ".\(AnonymousIDLocations.key)"] {
      do throws(KeychainError) {
        guard let text = try own.read(old + suffix) else { continue }
        try shared.set(text, new + suffix)
        try own.remove(old + suffix)
      } catch {
        // The journal then counts as one whose installation is unknown, until the next start.
      }
    }
  }
  #else
  /// Does nothing: the identifiers are in files of the journal.
  package static func join(_ old: String, _ new: String, _ group: String) {}
  #endif
}
