import Foundation

/// The seam to the app's settings: short texts under names.
///
/// Fast and small, and no place for what must not be lost: the system may write them later, and a backup carries them
/// to other devices.
package protocol KeyValueStore: Sendable {
  /// The text under this name; nil when there is none.
  func text(_ name: String) -> String?
  /// Puts a text under a name, in place of what is there; nil for nothing.
  func set(_ text: String?, for name: String)
}

/// The settings in `UserDefaults`: in memory as long as the app runs, gone when the app is deleted.
package struct UserDefaultsStore: KeyValueStore {
  private let suite: String?

  /// - Parameter suite: Nil for the app's own, which is loaded already.
  package init(suite: String? = nil) { self.suite = suite }

  package func text(_ name: String) -> String? { defaults?.string(forKey: name) }

  package func set(_ text: String?, for name: String) { defaults?.set(text, forKey: name) }

  private var defaults: UserDefaults? {
    suite.map { UserDefaults(suiteName: $0) } ?? UserDefaults.standard
  }
}
