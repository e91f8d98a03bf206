import Foundation

/// A value behind a lock.
///
/// `Synchronization.Mutex` would require macOS 15.
// Sendable: `value` is only touched while `lock` is held.
final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
