import Foundation

/// One at a time records what a visitor does and remembers it, so that two threads do not record the same.
///
/// Who is inside may call again, as an enricher does that runs an experience: of the same visitor on the same thread, and of
/// another one, whose turn is not waited for then. Two threads that waited for each other's would wait for ever.
// Sendable: the locks are made once, and may be used from any thread.
package final class VisitorTurns: @unchecked Sendable {
  private static let count = 64
  /// What is in a thread's dictionary while it is inside.
  private static let mark = "dev.cairn.experiments.turns"

  private let locks = (0..<count).map { _ in NSRecursiveLock() }

  /// Which turn is a visitor's: some share theirs.
  package static func place(of visitor: String) -> Int {
    Int(UInt(bitPattern: visitor.hashValue) % UInt(count))
  }

  /// Inside of another turn the body may run while somebody else has this one: then the same may be recorded twice, with
  /// the same key.
  func take<Result>(_ visitor: String, _ body: () throws -> Result) rethrows -> Result {
    let lock = locks[Self.place(of: visitor)]
    let thread = Thread.current.threadDictionary
    if thread[Self.mark] != nil {
      let isFree = lock.try()
      defer { if isFree { lock.unlock() } }
      return try body()
    }
    lock.lock()
    thread[Self.mark] = true
    defer {
      thread[Self.mark] = nil
      lock.unlock()
    }
    return try body()
  }
}
