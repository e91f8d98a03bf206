/// Where a destination begins that has no cursor in the journal yet.
public enum StartingPoint: Hashable, Sendable {
  /// With the oldest event that the journal still has because others wait for it.
  case oldest
  /// With the next event that is recorded.
  case now
}
