/// The state that the journal's lock protects.
struct JournalState: ~Copyable {
  var lane: LaneWriter
  /// The segments of other lanes, in the order of delivery.
  var others: [SegmentSummary] {
    didSet { count() }
  }
  /// The files that cannot be read now, or not by this version.
  ///
  /// They are left unchanged, and do not count towards the limit.
  var unreadable: [SegmentName]
  /// The last number of each other lane for which a list has shown the segments of all events up to
  /// it.
  ///
  /// Missing events up to this number were removed. Missing events after it may be in a file that
  /// no list has shown yet.
  var accounted: [LaneID: UInt32] = [:]
  /// The segments that were removed since the current scan began, and may still be in its list.
  var removedMeanwhile: Set<SegmentName> = []
  /// The segments that are kept because a batch in flight has events of them.
  private(set) var pinned: Set<SegmentName> = []
  /// The drops of this opening.
  var drops: UncountedDrops
  private(set) var ownRegister: String
  /// The drops of other openings, by the name of their file.
  var othersDrops: [String: [DroppedPlaces]] = [:]
  /// The segments that could not be removed at the last attempt.
  var stuck: Set<SegmentName> = []
  var isClosed = false
  private var otherBytes = 0
  private var otherEvents = 0

  init(lane: consuming LaneWriter, others: [SegmentSummary], unreadable: [SegmentName]) {
    drops = UncountedDrops(lane.lane, log: lane.directory, files: lane.files)
    ownRegister = lane.lane.description + UncountedDrops.suffix
    self.lane = lane
    self.others = others
    self.unreadable = unreadable
    count()
  }

  /// The lanes to which this opening has written.
  var ownLanes: Set<LaneID> { Set(lane.finished.map(\.lane)).union([lane.lane]) }

  private mutating func count() {
    otherBytes = others.reduce(0) { $0 + $1.size }
    otherEvents = others.reduce(0) { $0 + $1.events }
  }

  var bytes: Int { otherBytes + lane.bytes }
  var events: Int { otherEvents + lane.events }

  mutating func pin(_ places: [PositionRange]) {
    let byLane = Dictionary(grouping: places, by: \.lane)
    pinned = []
    guard !byLane.isEmpty else { return }
    for segment in others + lane.segments {
      let isMeant = byLane[segment.lane]?.contains {
        $0.first <= max(segment.firstIndex, segment.lastIndex) && segment.firstIndex <= $0.last
      }
      if isMeant == true { pinned.insert(segment.name) }
    }
  }

  /// Begins a new register for later drops, in a file that is named after the lane.
  mutating func beginDrops() {
    drops = UncountedDrops(lane.lane, log: lane.directory, files: lane.files)
    ownRegister = lane.lane.description + UncountedDrops.suffix
  }

  /// Forgets all files, which are no longer in the folder.
  mutating func forgetFiles() {
    others = []
    unreadable = []
    accounted = [:]
    pinned = []
    stuck = []
    drops.removeAll()
    othersDrops = [:]
  }
}
