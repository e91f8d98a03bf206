/// What a simulated disk does to a call instead of what it was asked for.
package enum DiskFault: Hashable, Sendable {
  /// Fails, and nothing has happened. A sync that fails leaves the pages as clean as one that does not.
  case fail(Int32)
  /// A write that writes only so many bytes, and says so.
  case short(Int)
}
