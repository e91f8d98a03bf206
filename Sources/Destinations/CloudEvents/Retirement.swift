import Cairn
import Foundation

/// Whether the receiver has said that it is gone: then it must not be asked again, not even now and then.
///
/// Kept in memory: a receiver that says so by mistake would otherwise never hear of this installation again.
// Sendable: what changes is reached with the lock held.
final class Retirement: @unchecked Sendable {
  private let lock = NSLock()
  private var said: Outcome?

  /// What every batch is told; nil while the receiver is there.
  var outcome: Outcome? { lock.withLock { said } }

  /// A 410 that halts: the table may mean something else by it.
  func take(_ answer: HTTPExchange.Answer) {
    guard answer.response?.status == 410, case .halted = answer.outcome else { return }
    lock.withLock { said = answer.outcome }
  }

  func end() { lock.withLock { said = nil } }
}
