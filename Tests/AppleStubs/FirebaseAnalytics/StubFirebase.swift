import Foundation

/// What the stub was told, in order.
///
/// Sendable: `calls` is only touched under the lock.
public final class StubFirebase: @unchecked Sendable {
  /// The one that everybody tells.
  public static let shared = StubFirebase()

  private let lock = NSLock()
  private var calls: [String] = []

  /// Everything so far; forgets it.
  public func take() -> [String] {
    lock.withLock {
      defer { calls = [] }
      return calls
    }
  }

  func note(_ call: String) { lock.withLock { calls.append(call) } }
}
