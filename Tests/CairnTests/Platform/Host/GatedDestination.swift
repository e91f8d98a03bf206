import Cairn
import CairnTesting

/// A destination that takes a batch, and responds when the test opens it.
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

  /// Returns when this many batches have arrived, with or without a response.
  func batches(atLeast count: Int) async -> [Batch] { await log.items { $0.count >= count } }

  /// Responds to all current and future batches.
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
