import Cairn

/// Whether the receiver has said that it is gone: then it must not be asked again, not even now and then.
///
/// Kept in memory: a receiver that says so by mistake would otherwise never hear of this installation again.
final class Retirement: Sendable {
  private let said = Locked<Outcome?>(nil)

  /// What every batch is told; nil while the receiver is there.
  var outcome: Outcome? { said.withLock { $0 } }

  /// A 410 that halts: the table may mean something else by it.
  func take(_ answer: HTTPExchange.Answer) {
    guard answer.response?.status == 410, case .halted = answer.outcome else { return }
    said.withLock { $0 = answer.outcome }
  }

  func end() { said.withLock { $0 = nil } }
}
