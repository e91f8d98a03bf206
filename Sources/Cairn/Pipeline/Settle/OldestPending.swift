/// Since when the oldest event waits, without reading it.
///
/// A batch under way says it exactly. What comes to rest afterwards is taken to have come with the last event of that
/// batch, and what an earlier run left with the beginning of its segment: both are at most too early.
package struct OldestPending: Sendable {
  /// Milliseconds since 1970; nil when nothing waits, as far as was looked.
  package private(set) var wall: Int64?
  private var place: Position?
  private var hasLooked = false
  /// When the last event was recorded that was sent.
  private var lastSent: Int64?

  package init() {}

  /// These are under way: what is pending begins with them.
  package mutating func send(_ events: [StoredEvent]) {
    guard let first = events.first, let last = events.last else { return }
    place = first.position
    wall = first.milliseconds
    lastSent = last.milliseconds
  }

  /// Looks at what is pending now.
  package mutating func look(
    at cursor: Cursor, in segments: [SegmentSummary], now: Int64
  ) {
    defer { hasLooked = true }
    let first = cursor.oldest(1, in: segments).first.map {
      Position(lane: $0.lane, index: $0.first)
    }
    guard first != place else { return }
    let rested = hasLooked && place == nil
    place = first
    guard let first else {
      lastSent = nil
      wall = nil
      return
    }
    // The doorbell rang with it.
    wall = rested ? now : lastSent ?? Self.created(first, segments) ?? now
  }

  private static func created(_ place: Position, _ segments: [SegmentSummary]) -> Int64? {
    segments.first { segment in
      segment.lane == place.lane
        && (segment.firstIndex...max(segment.firstIndex, segment.lastIndex)).contains(place.index)
    }?.header?.created.wall
  }
}
