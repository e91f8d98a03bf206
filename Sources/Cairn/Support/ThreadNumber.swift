/// Assigns numbers to threads.
package enum ThreadNumber {
  private static let own = ThreadWord()
  private static let last = Locked<UInt>(0)

  /// The number of the current thread, unique in this process; 0 when the process has no free
  /// thread-specific key.
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
