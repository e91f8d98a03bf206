import Cairn
import Foundation

/// The state of a receiver that returned 410, after which it must not be called again.
///
/// The state is in memory only. Otherwise, a receiver that returns 410 by mistake would never again
/// receive events from this installation.
// Sendable: what changes is reached with the lock held.
final class GoneRecord: @unchecked Sendable {
  private let lock = NSLock()
  private var said: Outcome?

  /// The outcome for every batch; nil while the receiver accepts requests.
  var outcome: Outcome? { lock.withLock { said } }

  /// Handles a response: stores the outcome of a 410 that halts.
  ///
  /// The status table may map 410 differently.
  func take(_ answer: HTTPExchange.Answer) {
    guard answer.response?.status == 410, case .halted = answer.outcome else { return }
    lock.withLock { said = answer.outcome }
  }

  func end() { lock.withLock { said = nil } }
}
