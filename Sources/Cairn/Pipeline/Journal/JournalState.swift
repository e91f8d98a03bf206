/// What the journal's lock protects.
struct JournalState: ~Copyable {
  var lane: LaneWriter
  /// Segments of other lanes, in the order of delivery.
  var others: [SegmentSummary] {
    didSet { count() }
  }
  /// Files that cannot be read now, or not by this version.
  ///
  /// They are left alone.
  var unreadable: [SegmentName]
  /// Up to which number of another lane a list has shown, at some time, in which segments its events are.
  ///
  /// What is missing below was removed. What is missing above may be in a file that no list has shown yet.
  var accounted: [LaneID: UInt32] = [:]
  /// What was removed since the list under way was begun: it may be in it all the same.
  var removedMeanwhile: Set<SegmentName> = []
  /// What was dropped and is there still, because a batch under way comes from the same segments.
  var pinned = (bytes: 0, events: 0)
  var isClosed = false
  private var otherBytes = 0
  private var otherEvents = 0

  init(lane: consuming LaneWriter, others: [SegmentSummary], unreadable: [SegmentName]) {
    self.lane = lane
    self.others = others
    self.unreadable = unreadable
    count()
  }

  /// The lanes that this opening has written to.
  var ownLanes: Set<LaneID> { Set(lane.finished.map(\.lane)).union([lane.lane]) }

  private mutating func count() {
    otherBytes = others.reduce(0) { $0 + $1.bytes }
    otherEvents = others.reduce(0) { $0 + $1.events }
  }

  private var bytes: Int { otherBytes + lane.bytes - pinned.bytes }
  private var events: Int { otherEvents + lane.events - pinned.events }

  /// How much more the cap allows.
  enum Room { case enough, little, none }

  @inline(__always)
  func room(for more: Int) -> Room {
    let options = lane.options
    let cap = options.cap
    guard cap.bytes != .max || cap.events != .max else { return .enough }
    if cap.dropsNewest {
      return bytes + more + lane.overhead > cap.bytes || events >= cap.events ? .none : .enough
    }
    // What is oldest is dropped by somebody else, who may need a moment.
    let segment = (bytes: options.segmentBytes, events: Int(lane.mostEvents))
    if bytes - 4 * segment.bytes > cap.bytes || events - 4 * segment.events > cap.events {
      return .none
    }
    let isNear = bytes + segment.bytes > cap.bytes || events + segment.events > cap.events
    return isNear ? .little : .enough
  }
}
