#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A value behind a lock, with threads that can wait for a change.
// Sendable: the value is reached through `withLock` only, by one thread at a time.
package struct WaitableValue<Value: Sendable>: ~Copyable, @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private let value: UnsafeMutablePointer<Value>

  package init(_ value: Value) {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
    let status = pthread_mutex_init(mutex, nil) | pthread_cond_init(condition, nil)
    precondition(status == 0, "pthread_mutex_init, pthread_cond_init: \(status)")
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Blocks the thread until the body returns a result; calls the body again after every change.
  package borrowing func wait<Result: Sendable>(until body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value.pointee) { return result }
      pthread_cond_wait(condition, mutex)
    }
  }

  /// The mutex, for the code that holds it while the process forks.
  package var mutexForFork: ForkMutex { ForkMutex(mutex) }

  /// Changes the value in a child of `fork(2)`, and replaces the condition: the threads that waited
  /// on it do not exist there.
  package borrowing func goOnInChild(_ body: (inout Value) -> Void) {
    pthread_cond_init(condition, nil)
    change(body)
  }

  /// Changes the value and wakes all waiting threads.
  package borrowing func change(_ body: (inout Value) -> Void) {
    pthread_mutex_lock(mutex)
    body(&value.pointee)
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }
}
