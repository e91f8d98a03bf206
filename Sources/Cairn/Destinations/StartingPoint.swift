/// The first event that a destination without a cursor in the journal receives.
public enum StartingPoint: Hashable, Sendable {
  /// The oldest event that is still in the journal, because it waits for other destinations.
  case oldest
  /// The next event that is recorded.
  case now
}
