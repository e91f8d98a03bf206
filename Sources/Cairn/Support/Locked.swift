#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A value that can be accessed only while its lock is held.
///
/// `Synchronization.Mutex` requires iOS 18 and macOS 15, and ThreadSanitizer on Linux does not
/// recognize its futex. Both recognize a `pthread_mutex_t`.
// Sendable: the value is accessed only through `withLock`, and `sending` prevents shared state from
// entering or leaving.
package struct Locked<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  package init(_ value: consuming sending Value) {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
    let status = pthread_mutex_init(mutex, nil)
    precondition(status == 0, "pthread_mutex_init: \(status)")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// The mutex, for the code that holds it while the process forks.
  package var mutexForFork: ForkMutex { ForkMutex(mutex) }

  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}

extension Locked where Value == Bool {
  /// Sets the flag; returns whether it was not set before, so that one of several callers goes on.
  package borrowing func raise() -> Bool {
    withLock { isRaised in
      defer { isRaised = true }
      return !isRaised
    }
  }

  /// Lets the next caller of `raise` go on.
  package borrowing func lower() { withLock { $0 = false } }
}

/// A closure that is stored in a `Locked`.
///
/// Swift converts a closure that is passed as a generic value, and converts it back, with a thunk
/// each time. A closure that is accessed as an `inout` value is stored again with both thunks. Each
/// access would make every later call deeper, until the stack overflows. A value of a dedicated
/// type is not converted.
package struct ClosureBox<Body> {
  package let call: Body

  package init(_ call: Body) { self.call = call }
}

extension ClosureBox: Sendable where Body: Sendable {}
