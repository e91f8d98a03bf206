#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A machine word with a separate value for each thread, initially 0.
package struct ThreadLocalWord: Sendable {
  /// The key; nil when the process has no free keys: the value is then always 0.
  private let key: pthread_key_t?

  package init() {
    var key = pthread_key_t()
    self.key = pthread_key_create(&key, nil) == 0 ? key : nil
  }

  package var value: UInt {
    get { key.map { UInt(bitPattern: pthread_getspecific($0)) } ?? 0 }
    nonmutating set {
      if let key { pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) }
    }
  }
}

/// Assigns numbers to threads.
package enum ThreadNumber {
  private static let own = ThreadLocalWord()
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
