import Cairn

extension Experiments {
  /// The result of a report.
  struct Reported {
    /// The ID of the event; nil when it was refused.
    let id: EventID?
    /// Whether the event survives the death of the process, so that it can be marked as reported.
    let isTold: Bool
    /// Whether this call has recorded it.
    var isNew = false
    /// The reason of a refusal; nil if the event was recorded or the disk refused it.
    var refusal: RecordingFailure?

    /// Whether nothing is left to be done: it was recorded, or would be refused again.
    var isDone: Bool { isTold || refusal?.isOfTheEvent ?? false || refusal == .erased }

    /// Whether the event is in memory only.
    var isWaiting: Bool { id != nil && !isTold }

    static func refused(_ refusal: RecordingFailure?) -> Reported {
      Reported(id: nil, isTold: false, refusal: refusal)
    }
  }

  /// A report that is in memory only, and the number of erasures when it was recorded.
  ///
  /// A later report with the same key uses it instead of recording another event.
  struct PendingReport {
    let id: EventID?
    let erasures: UInt64
  }

  /// Returns whether a report with this key was recorded and was in memory only.
  func isWaiting(_ key: String) -> Bool {
    let erasures = erasures
    return waiting.withLock { $0[key]?.erasures == erasures }
  }

  /// Returns the result of such a report; nil when there is none.
  func reportedBefore(_ key: String) -> Reported? {
    let erasures = erasures
    guard let engine = analytics.engine, let found = waiting.withLock({ $0[key] }),
      found.erasures == erasures
    else { return nil }
    guard engine.ledger().buffered == 0 else { return Reported(id: found.id, isTold: false) }
    waiting.withLock { _ = $0.remove(key) }
    return Reported(id: found.id, isTold: true)
  }

  /// Remembers a report that is in memory only.
  ///
  /// Beyond a limit the oldest is removed; it may then be reported again, with the same key.
  func wait(_ key: String, _ id: EventID?) {
    let report = PendingReport(id: id, erasures: erasures)
    waiting.withLock { waiting in
      waiting.set(key, report)
      if waiting.count > VisitorStore.most { _ = waiting.removeOldest() }
    }
  }

  /// The number of erasures on this device so far.
  var erasures: UInt64 { analytics.engine?.consents.erasure.accepted ?? 0 }
}
