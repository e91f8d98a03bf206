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
