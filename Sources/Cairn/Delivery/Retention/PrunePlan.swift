/// The segments to drop at a cap: the oldest ones, until the rest fits.
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
    /// The continuous-clock time in milliseconds.
    package var now: Int64
    /// The time at which the journal was opened, by the same clock.
    package var openedAt: Int64
    package var bootSession: UInt64
    /// The segments that remain when their events are dropped, because a batch in flight has events
    /// of them.
    package var pinned: Set<SegmentName> = []

    package init(segments: [SegmentSummary], now: Int64, openedAt: Int64, bootSession: UInt64) {
      self.segments = segments
      self.now = now
      self.openedAt = openedAt
      self.bootSession = bootSession
    }
  }

  /// Creates a plan; `cap` is the maximum size that may remain, and `age` the maximum age of events
  /// in milliseconds.
  package init(_ view: View, cap: JournalCap, age: Int64?) {
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
  /// Returns the minimum age of the newest event of a segment, in milliseconds.
  ///
  /// The clock of an earlier boot cannot be compared. For its segments, the age is the time since
  /// the first known activity after the current boot.
  func age(of segment: SegmentSummary) -> Int64 {
    guard let header = segment.header else { return 0 }
    if bootSession != 0, header.bootSession == bootSession {
      // Checked for overflow, because the header may contain any value.
      return Self.time(from: header.created.continuous, to: now, less: Int64(segment.ticks))
    }
    return Self.time(from: firstSign, to: now)
  }

  private static func time(from start: Int64, to now: Int64, less ticks: Int64 = 0) -> Int64 {
    let (time, overflows) = now.subtractingReportingOverflow(start)
    let (rest, restOverflows) = time.subtractingReportingOverflow(ticks)
    return overflows || restOverflows ? 0 : rest
  }

  private var firstSign: Int64 {
    guard bootSession != 0 else { return openedAt }
    let signs = segments.compactMap(\.header).filter { $0.bootSession == bootSession }
    return signs.map(\.created.continuous).reduce(openedAt, min)
  }
}
