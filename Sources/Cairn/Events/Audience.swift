/// The one destination that an event is for: a destination that refused the event, and to which it
/// is replayed.
///
/// All other destinations settle the event as filtered. It is stored as the XXH64 hash of the
/// destination's name.
package struct Audience: Hashable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Creates an audience from the destination's name as its folder has it.
  package init(destination name: String) { rawValue = XXH64.hash(Array(name.utf8), seed: 0) }
}
