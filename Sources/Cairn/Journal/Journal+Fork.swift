/// The journal in a child of `fork(2)`.
extension Journal {
  var mutexesForFork: [ForkMutex] {
    [
      state.mutexForFork, commits.mutexForFork, marked.mutexForFork, refreshes.mutexForFork,
      InProcessLanes.mutexForFork,
    ]
  }

  /// Continues in a lane of its own; what the parent has written, and holds in memory, stays the
  /// parent's.
  ///
  /// The parent's file is closed and no new one is made, because many children only start another
  /// program.
  func goOnInChild() {
    state.withLock { state in
      state.goOnInChild(LaneID(randomness), at: clock.now())
      marked.begin(state.lane.lane)
    }
    commits.goOnInChild()
  }

  /// Runs on scratch values what runs in a child, see `ForkGuard.Member.rehearse`.
  static func rehearseFork() {
    let (files, lane) = (PosixFileSystem(), LaneID(SystemRandomness()))
    let writer = LaneWriter(
      lane, ordinal: 0, bootSession: 0, directory: "/", files: files, options: JournalOptions())
    let segment = SegmentSummary(
      name: SegmentName(ordinal: 0, lane: lane, number: 1), header: nil, firstIndex: 1,
      lastIndex: 0,
      events: 0, bytes: 0, state: .sealed)
    var state = JournalState(lane: writer, others: [segment], unreadable: [])
    state.others.append(segment)
    state.goOnInChild(lane, at: SystemClock().now())
    MarkedPositions(lane).begin(lane)
    GroupCommit().goOnInChild()
  }
}

extension JournalState {
  fileprivate mutating func goOnInChild(_ fresh: LaneID, at moment: Moment) {
    others = (others + lane.segments).sortedByName()
    lane.forget(fresh, at: moment)
    beginDrops()
  }
}
