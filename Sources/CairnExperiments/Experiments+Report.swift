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
  }

  /// Records a report.
  ///
  /// What the disk does not take waits in memory, and is not remembered as told before the disk has it; nor is it recorded
  /// again meanwhile.
  func report(_ name: String, _ properties: [String: Value]) -> Reported {
    guard let engine = analytics.engine else { return Reported(id: nil, isTold: false) }
    let key = ExperimentReport.Properties(properties).text(.key) ?? ""
    if let id = waiting.withLock({ $0[key] }) {
      guard engine.ledger().buffered == 0 else { return Reported(id: id, isTold: false) }
      waiting.withLock { _ = $0.removeValue(forKey: key) }
      return Reported(id: id, isTold: true)
    }
    let recorded = engine.recorder.record(.track, name, properties)
    switch recorded.receipt {
    case .stored, .buffered(.notDurable): return Reported(id: recorded.id, isTold: true)
    case .buffered:
      if !key.isEmpty { waiting.withLock { $0[key] = recorded.id } }
      return Reported(id: recorded.id, isTold: false)
    case .dropped: return Reported(id: nil, isTold: false)
    }
  }

  /// Changes with every erasure of what is on this device.
  var erasures: UInt64 { analytics.engine?.consents.accepted ?? 0 }
}
