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

  /// Records a report, and adds its key to `begun`, which is for `endTelling`.
  ///
  /// What the disk does not take waits in memory, and is not remembered as told before the disk has it; nor is it recorded
  /// again meanwhile. Nor is what is being told already, further out: an enricher may have asked.
  func report(
    _ name: String, _ properties: [String: Value], _ begun: inout [String]
  ) -> Reported {
    let key = ExperimentReport.Properties(properties).text(.key) ?? ""
    guard let engine = analytics.engine, beginTelling(key, &begun) else { return .refused }
    let erasures = self.erasures
    if let found = waiting.withLock({ $0[key] }), found.erasures == erasures {
      guard engine.ledger().buffered == 0 else { return Reported(id: found.id, isTold: false) }
      waiting.withLock { _ = $0.remove(key) }
      return Reported(id: found.id, isTold: true)
    }
    let recorded = engine.recorder.record(.track, name, properties)
    switch recorded.receipt {
    case .stored, .buffered(.notDurable): return Reported(id: recorded.id, isTold: true)
    case .buffered:
      if !key.isEmpty { wait(key, Waiting(id: recorded.id, erasures: erasures)) }
      return Reported(id: recorded.id, isTold: false)
    case .dropped: return .refused
    }
  }

  /// Until this, what a turn has told is not told again: it is remembered at the end of the turn.
  func endTelling(_ begun: [String]) { telling.withLock { $0.subtract(begun) } }

  private func beginTelling(_ key: String, _ begun: inout [String]) -> Bool {
    if key.isEmpty { return true }
    guard telling.withLock({ $0.insert(key).inserted }) else { return false }
    begun.append(key)
    return true
  }

  /// The oldest goes when there are too many, whose visitors do not come back: it is told once more, with the same key.
  private func wait(_ key: String, _ report: Waiting) {
    waiting.withLock { waiting in
      waiting.set(key, report)
      if waiting.count > VisitorStore.most { _ = waiting.removeOldest() }
    }
  }

  /// Changes with every erasure of what is on this device.
  var erasures: UInt64 { analytics.engine?.consents.accepted ?? 0 }
}
