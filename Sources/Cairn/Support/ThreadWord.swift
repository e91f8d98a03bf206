#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A word of memory of which each thread has its own, 0 at first.
package struct ThreadWord: Sendable {
  /// Nil when the process has no more of them: then the word is always 0.
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
