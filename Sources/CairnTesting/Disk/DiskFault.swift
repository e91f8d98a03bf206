/// The effect of a fault on a call to a simulated disk.
package enum DiskFault: Hashable, Sendable {
  /// The call fails without effect. A failed sync marks the pages as clean, as a successful one
  /// does.
  case fail(Int32)
  /// A write writes at most the given number of bytes, and returns that number.
  case short(Int)
}
