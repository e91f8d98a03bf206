/// The journal in a child of `fork(2)`.
extension Journal {
  var mutexesForFork: [ForkMutex] {
    [
      state.mutexForFork, commits.mutexForFork, interactions.mutexForFork, refreshes.mutexForFork,
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
      let written = state.lane.finished + (state.lane.active.map { [$0] } ?? [])
      state.others = (state.others + written).sortedByName()
      state.lane.forget(LaneID(randomness), at: clock.now())
      state.beginDrops()
      interactions.begin(state.lane.lane)
    }
    commits.goOnInChild()
  }
}
