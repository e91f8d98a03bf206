import Foundation

/// The calls of the stub, in order.
///
/// Sendable: `calls` is accessed only under the lock.
public final class StubFirebase: @unchecked Sendable {
  /// The only instance.
  public static let shared = StubFirebase()

  private let lock = NSLock()
  private var calls: [String] = []

  /// Returns the calls so far, and removes them.
  public func take() -> [String] {
    lock.withLock {
      defer { calls = [] }
      return calls
    }
  }

  func note(_ call: String) { lock.withLock { calls.append(call) } }
}
