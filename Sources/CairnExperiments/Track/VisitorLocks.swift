import Foundation

/// Locks that serialize the reports and changes of a visitor, so that two threads do not report the
/// same.
///
/// No closure of the app is called with a lock held, because it may wait for another thread that is
/// about to take the same lock.
// Sendable: the locks are made once, and may be used from any thread.
package final class VisitorLocks: @unchecked Sendable {
  private static let count = 64

  private let locks = (0..<count).map { _ in NSLock() }

  /// Returns the index of a visitor's lock; some visitors share one.
  package static func place(of visitor: String) -> Int {
    Int(UInt(bitPattern: visitor.hashValue) % UInt(count))
  }

  func take<Result>(_ visitor: String, _ body: () -> Result) -> Result {
    let lock = locks[Self.place(of: visitor)]
    lock.lock()
    defer { lock.unlock() }
    return body()
  }
}
