import Cairn
import CairnTesting

/// Takes a batch, and answers when it is told to.
final class GatedDestination: Destination {
  private enum Gate {
    case shut([CheckedContinuation<Void, Never>])
    case open
  }

  let name = "gated"
  let host: String?
  private let gate = Locked(Gate.shut([]))
  private let log = Log<Batch>()

  init(host: String? = nil) { self.host = host }

  var batches: [Batch] { log.items }

  /// Returns when so many batches have come, answered or not.
  func batches(atLeast count: Int) async -> [Batch] { await log.items { $0.count >= count } }

  /// Answers what has come and what will come.
  func open() {
    let waiting = gate.withLock { gate -> [CheckedContinuation<Void, Never>] in
      defer { gate = .open }
      if case .shut(let waiting) = gate { return waiting }
      return []
    }
    for continuation in waiting { continuation.resume() }
  }

  func deliver(_ batch: Batch) async -> Outcome {
    log.append(batch)
    await withCheckedContinuation { continuation in
      let isOpen = gate.withLock { gate in
        guard case .shut(let waiting) = gate else { return true }
        gate = .shut(waiting + [continuation])
        return false
      }
      if isOpen { continuation.resume() }
    }
    return .accepted
  }
}
