import Foundation

/// The app's settings: short texts by name.
///
/// They are fast and small, and not suitable for data that must not be lost: the system may write
/// them later, and a backup copies them to other devices.
package protocol KeyValueStore: Sendable {
  /// Returns the text with this name; nil when there is none.
  func text(_ name: String) -> String?
  /// Replaces the text with this name; nil removes it.
  func set(_ text: String?, for name: String)
}

/// The settings in `UserDefaults`, which are in memory while the app runs, and are removed when the
/// app is deleted.
package struct UserDefaultsStore: KeyValueStore {
  private let suite: String?

  /// - Parameter suite: The name of the suite; nil for the app's own, which is loaded already.
  package init(suite: String? = nil) { self.suite = suite }

  package func text(_ name: String) -> String? { defaults?.string(forKey: name) }

  package func set(_ text: String?, for name: String) { defaults?.set(text, forKey: name) }

  private var defaults: UserDefaults? {
    suite.map { UserDefaults(suiteName: $0) } ?? UserDefaults.standard
  }
}
