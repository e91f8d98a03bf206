import Cairn

extension Experiments {
  /// What became of a report.
  struct Reported {
    /// The identifier of its event; nil when it was refused.
    let id: EventID?
    /// Whether it survives the death of the process, so that it may be remembered.
    let isTold: Bool

    /// Whether it is in memory alone.
    var isWaiting: Bool { id != nil && !isTold }

    static let refused = Reported(id: nil, isTold: false)
  }

  /// A report in memory alone, and the erasures when it was recorded: the next one takes it.
  struct Waiting {
    let id: EventID?
    let erasures: UInt64
  }

  /// Whether a report of this key was recorded, and the disk did not take it then.
  func isWaiting(_ key: String) -> Bool {
    let erasures = erasures
    return waiting.withLock { $0[key]?.erasures == erasures }
  }

  /// What became of such a report; nil when there is none.
  func reportedBefore(_ key: String) -> Reported? {
    let erasures = erasures
    guard let engine = analytics.engine, let found = waiting.withLock({ $0[key] }),
      found.erasures == erasures
    else { return nil }
    guard engine.ledger().buffered == 0 else { return Reported(id: found.id, isTold: false) }
    waiting.withLock { _ = $0.remove(key) }
    return Reported(id: found.id, isTold: true)
  }

  /// The oldest goes when there are too many, whose visitors do not come back: it is told once more, with the same key.
  func wait(_ key: String, _ id: EventID?) {
    let report = Waiting(id: id, erasures: erasures)
    waiting.withLock { waiting in
      waiting.set(key, report)
      if waiting.count > VisitorStore.most { _ = waiting.removeOldest() }
    }
  }

  /// Changes with every erasure of what is on this device.
  var erasures: UInt64 { analytics.engine?.consents.accepted ?? 0 }
}
