/// The time since which the oldest event is pending, determined without reading the event.
///
/// For a batch in flight the time is exact. The events after it are assumed to be as old as its
/// last event, and events of an earlier launch as old as their segment. Both times are at most too
/// early.
package struct OldestPending: Sendable {
  /// The time; nil when nothing was pending at the last look.
  package private(set) var wall: WallTime?
  private var place: Position?
  private var hasLooked = false
  /// The time at which the last event that was sent was recorded.
  private var lastSent: WallTime?

  package init() {}

  /// Notes the events that are in flight, with which the pending events begin.
  package mutating func send(_ events: [StoredEvent]) {
    guard let first = events.first, let last = events.last else { return }
    place = first.position
    wall = WallTime(milliseconds: first.milliseconds)
    lastSent = WallTime(milliseconds: last.milliseconds)
  }

  /// Updates the time from the currently pending events.
  package mutating func look(
    at cursor: Cursor, in segments: [SegmentSummary], now: WallTime
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
    // The event has just been recorded, which is why this is called.
    wall = rested ? now : lastSent ?? Self.created(first, segments) ?? now
  }

  private static func created(_ place: Position, _ segments: [SegmentSummary]) -> WallTime? {
    segments.first { segment in
      segment.lane == place.lane
        && (segment.firstIndex...max(segment.firstIndex, segment.lastIndex)).contains(place.index)
    }?.header?.created.wall
  }
}
