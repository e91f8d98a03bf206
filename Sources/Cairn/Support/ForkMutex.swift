#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The mutex of a `Locked`, for the code that holds it while the process forks.
// Sendable: a mutex may be used from several threads; the owner of this value must keep the mutex's
// owner alive.
package struct ForkMutex: Hashable, @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) { self.mutex = mutex }

  func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }

  func unlock() { pthread_mutex_unlock(mutex) }

  /// Locks the mutex; returns false when it is not available within the given number of seconds.
  func lock(forSeconds seconds: Int) -> Bool {
    #if canImport(Darwin)
    for _ in 0..<seconds * 10_000 {
      if tryLock() { return true }
      usleep(100)  // tidy:allow(seam) fork waits for real threads, in real time
    }
    return false
    #else
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    deadline.tv_sec += seconds
    return pthread_mutex_timedlock(mutex, &deadline) == 0
    #endif
  }
}
