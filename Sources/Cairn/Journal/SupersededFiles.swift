/// Files whose events a later file contains, but which a sync in progress may still confirm.
struct SupersededFiles: Sendable {
  /// The files superseded since the last sync began.
  var latest: Set<SegmentName> = []
  /// The files superseded before it; that sync confirms their replacement.
  private var earlier: Set<SegmentName> = []

  func contains(_ name: SegmentName) -> Bool { latest.contains(name) || earlier.contains(name) }

  /// Returns the files that are no longer needed, after a sync has succeeded.
  mutating func takeConfirmed() -> Set<SegmentName> {
    defer { (earlier, latest) = (latest, []) }
    return earlier
  }
}
