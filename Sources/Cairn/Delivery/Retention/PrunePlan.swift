/// The segments to drop at a limit: the oldest ones, until the rest fits.
package struct PrunePlan: Equatable, Sendable {
  /// A segment to drop, and the reason.
  package struct Removal: Equatable, Sendable {
    package var segment: SegmentSummary
    package var reason: DropReason
  }

  package private(set) var removals: [Removal] = []

  /// The state on which a plan is based.
  package struct View: Sendable {
    package var segments: [SegmentSummary]
    /// The current time.
    package var now: MonotonicTime
    /// The time at which the journal was opened.
    package var openedAt: MonotonicTime
    package var bootSession: UInt64
    /// The segments that remain when their events are dropped, because a batch in flight has events
    /// of them.
    package var pinned: Set<SegmentName> = []

    package init(
      segments: [SegmentSummary], now: MonotonicTime, openedAt: MonotonicTime, bootSession: UInt64
    ) {
      self.segments = segments
      self.now = now
      self.openedAt = openedAt
      self.bootSession = bootSession
    }
  }

  /// Creates a plan; `cap` is the maximum size that may remain, and `age` the maximum age of
  /// events.
  package init(_ view: View, cap: JournalCap, age: Milliseconds?) {
    var bytes = view.segments.reduce(0) { $0 + $1.size }
    var events = view.segments.reduce(0) { $0 + $1.events }
    for segment in view.segments where segment.state != .open && segment.events > 0 {
      let isFull = bytes > cap.bytes || events > cap.events
      let isOld = age.map { view.age(of: segment) > $0 } ?? false
      guard isFull || isOld else { continue }
      removals.append(Removal(segment: segment, reason: isFull ? .capacity : .age))
      guard !view.pinned.contains(segment.name) else { continue }
      bytes -= segment.size
      events -= segment.events
    }
  }
}

extension PrunePlan.View {
  /// Returns the minimum age of the newest event of a segment.
  ///
  /// The clock of an earlier boot cannot be compared. For its segments, the age is the time since
  /// the first known activity after the current boot.
  func age(of segment: SegmentSummary) -> Milliseconds {
    guard let header = segment.header else { return 0 }
    if bootSession != 0, header.bootSession == bootSession {
      return time(since: header.created.continuous) - Milliseconds(Int64(segment.ticks))
    }
    return time(since: firstSign)
  }

  /// Returns the time since an earlier one; zero when it is too long to be true, because a header
  /// may contain any value.
  private func time(since start: MonotonicTime) -> Milliseconds {
    let time = now - start
    return time == .max ? .zero : time
  }

  private var firstSign: MonotonicTime {
    guard bootSession != 0 else { return openedAt }
    let signs = segments.compactMap(\.header).filter { $0.bootSession == bootSession }
    return signs.map(\.created.continuous).reduce(openedAt, min)
  }
}
