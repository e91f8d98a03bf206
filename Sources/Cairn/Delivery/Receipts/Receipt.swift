/// The result of recording an event.
public enum Receipt: Hashable, Sendable {
  /// The event is in the journal, at this position: it survives the death of the process, and is
  /// delivered.
  case stored(Position)
  /// The event is in memory, because the disk does not accept or does not confirm it now; see
  /// `StorageProblem`.
  ///
  /// At most 256 KiB of events are kept in memory. They are written in order as soon as the disk
  /// accepts them. The death of the process loses the event. With `StorageProblem.notDurable` only
  /// a loss of power does.
  case buffered(StorageProblem)
  /// The event was refused: it was not recorded. `Ledger.refused` counts it under this reason.
  case refused(RecordingFailure)
}

extension Receipt {
  /// Whether the event is kept, on disk or in memory.
  package var isRecorded: Bool { if case .refused = self { false } else { true } }
}

/// The result of a recording call.
package struct RecordingResult: Sendable {
  package let receipt: Receipt
  /// The identifier of the event; nil when it was refused.
  package let id: EventID?
}
