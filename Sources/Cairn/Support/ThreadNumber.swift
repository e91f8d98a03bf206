/// Tells threads apart.
package enum ThreadNumber {
  private static let own = ThreadWord()
  private static let last = Locked<UInt>(0)

  /// The present thread's, which no other one of this process ever has; 0 when the process has no room for it.
  package static var current: UInt {
    if own.value == 0 {
      own.value = last.withLock { last in
        last &+= 1
        return last
      }
    }
    return own.value
  }
}
