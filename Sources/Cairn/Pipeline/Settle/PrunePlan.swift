/// Which segments go when a cap is reached: the oldest, until the rest fits.
package struct PrunePlan: Equatable, Sendable {
  /// A segment that goes, and why.
  package struct Victim: Equatable, Sendable {
    package var segment: SegmentSummary
    package var reason: DropReason
  }

  package private(set) var victims: [Victim] = []

  /// What is looked at.
  package struct View: Sendable {
    package var segments: [SegmentSummary]
    /// Milliseconds of the continuous clock.
    package var now: Int64
    /// When this journal was opened, by the same clock.
    package var openedAt: Int64
    package var bootSession: UInt64
    /// Segments that stay when their events go, because a batch under way has some of them.
    package var pinned: Set<SegmentName> = []

    package init(segments: [SegmentSummary], now: Int64, openedAt: Int64, bootSession: UInt64) {
      self.segments = segments
      self.now = now
      self.openedAt = openedAt
      self.bootSession = bootSession
    }
  }

  /// `cap` is what shall remain at most, `age` the longest that an event waits, in milliseconds.
  package init(_ view: View, cap: JournalCap, age: Int64?) {
    var bytes = view.segments.reduce(0) { $0 + $1.size }
    var events = view.segments.reduce(0) { $0 + $1.events }
    for segment in view.segments where segment.state != .open && segment.events > 0 {
      let isFull = bytes > cap.bytes || events > cap.events
      let isOld = age.map { view.age(of: segment) > $0 } ?? false
      guard isFull || isOld else { continue }
      victims.append(Victim(segment: segment, reason: isFull ? .capacity : .age))
      guard !view.pinned.contains(segment.name) else { continue }
      bytes -= segment.size
      events -= segment.events
    }
  }
}

extension PrunePlan.View {
  /// How long the newest event of a segment has waited at least.
  ///
  /// Across a start of the machine the clocks cannot be compared: then it is the time since the first sign of life
  /// after it.
  func age(of segment: SegmentSummary) -> Int64 {
    guard let header = segment.header else { return 0 }
    if bootSession != 0, header.bootSession == bootSession {
      // The header may say anything.
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
