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
