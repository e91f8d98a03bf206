/// Files of which a later one holds all, that a sync under way may confirm.
struct Superseded: Sendable {
  /// Since the last sync began.
  var latest: Set<SegmentName> = []
  /// Before it: it confirms what holds them again.
  private var earlier: Set<SegmentName> = []

  func contains(_ name: SegmentName) -> Bool { latest.contains(name) || earlier.contains(name) }

  /// Those that are not needed any more, when a sync has succeeded.
  mutating func takeConfirmed() -> Set<SegmentName> {
    defer { (earlier, latest) = (latest, []) }
    return earlier
  }
}
