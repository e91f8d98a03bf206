import Foundation

/// One at a time records what a visitor does and remembers it, so that two threads do not record the same.
///
/// No closure of the app is called inside: it may wait for another thread that is about to take the same turn.
// Sendable: the locks are made once, and may be used from any thread.
package final class VisitorTurns: @unchecked Sendable {
  private static let count = 64

  private let locks = (0..<count).map { _ in NSLock() }

  /// Which turn is a visitor's: some share theirs.
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
