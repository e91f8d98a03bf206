/// What the journal's lock protects.
struct JournalState: ~Copyable {
  var lane: LaneWriter
  /// Segments of other lanes, in the order of delivery.
  var others: [SegmentSummary] {
    didSet { count() }
  }
  /// Files that cannot be read now, or not by this version.
  ///
  /// They are left alone, and the cap does not count them.
  var unreadable: [SegmentName]
  /// Up to which number of another lane a list has shown, at some time, in which segments its events are.
  ///
  /// What is missing below was removed. What is missing above may be in a file that no list has shown yet.
  var accounted: [LaneID: UInt32] = [:]
  /// What was removed since the list under way was begun: it may be in it all the same.
  var removedMeanwhile: Set<SegmentName> = []
  /// Segments of which a batch under way has events: they stay.
  private(set) var pinned: Set<SegmentName> = []
  /// What was dropped by this opening.
  var drops: DropRegister
  private(set) var ownRegister: String
  /// What was dropped by others, by their file.
  var othersDrops: [String: [DroppedPlaces]] = [:]
  /// Segments that could not be removed a moment ago.
  var stuck: Set<SegmentName> = []
  var isClosed = false
  private var otherBytes = 0
  private var otherEvents = 0

  init(lane: consuming LaneWriter, others: [SegmentSummary], unreadable: [SegmentName]) {
    drops = DropRegister(lane.lane, log: lane.directory, files: lane.files)
    ownRegister = lane.lane.description + DropRegister.suffix
    self.lane = lane
    self.others = others
    self.unreadable = unreadable
    count()
  }

  /// The lanes that this opening has written to.
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
    for segment in others + lane.finished + (lane.active.map { [$0] } ?? []) {
      let isMeant = byLane[segment.lane]?.contains {
        $0.first <= max(segment.firstIndex, segment.lastIndex) && segment.firstIndex <= $0.last
      }
      if isMeant == true { pinned.insert(segment.name) }
    }
  }

  /// Writes down what is dropped from now on in a file of its own, named by the lane.
  mutating func beginDrops() {
    drops = DropRegister(lane.lane, log: lane.directory, files: lane.files)
    ownRegister = lane.lane.description + DropRegister.suffix
  }

  /// Nothing of what was there is there any more.
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
