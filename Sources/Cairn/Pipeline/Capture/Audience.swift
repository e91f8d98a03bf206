/// Whom an event is for: the one destination that refused it, and to which it is given again.
///
/// The others settle it as filtered. Stored as the check of the destination's name.
package struct Audience: Hashable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// `name` as the destination's folder has it.
  package init(destination name: String) { rawValue = XXH64.hash(Array(name.utf8), seed: 0) }
}
