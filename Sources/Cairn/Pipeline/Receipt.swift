/// What became of an event when it was recorded.
public enum Receipt: Hashable, Sendable {
  /// It is in the journal, at this place: it survives the death of the process, and is delivered.
  case stored(Position)
  /// The disk does not take it now, or does not confirm it; see `StorageProblem`. It is in memory, among at most 256 KiB
  /// of others, and is written in its turn as soon as the disk accepts it. The death of the process loses it, except with
  /// `StorageProblem.notDurable`, which only a loss of power does.
  case buffered(StorageProblem)
  /// It was not recorded, and is counted under this reason.
  case dropped(Refusal)
}

extension Receipt {
  /// Whether the event is kept, on the disk or in memory.
  package var isRecorded: Bool { if case .dropped = self { false } else { true } }
}
