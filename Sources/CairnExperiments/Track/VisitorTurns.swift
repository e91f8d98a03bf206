import Foundation

/// One at a time records what a visitor does and remembers it, so that two threads do not record the same.
///
/// Who is inside may call again on the same thread, as an enricher does that runs an experience.
// Sendable: the locks are made once, and may be used from any thread.
final class VisitorTurns: @unchecked Sendable {
  private static let count = 64
  private let locks = (0..<count).map { _ in NSRecursiveLock() }

  func take<Result>(_ visitor: String, _ body: () throws -> Result) rethrows -> Result {
    try locks[Int(UInt(bitPattern: visitor.hashValue) % UInt(Self.count))].withLock(body)
  }
}
