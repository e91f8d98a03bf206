/// The journal in a child of `fork(2)`.
extension Journal {
  var mutexesForFork: [ForkMutex] {
    [
      state.mutexForFork, commits.mutexForFork, interactions.mutexForFork, refreshes.mutexForFork,
      LivingLanes.mutexForFork,
    ]
  }

  /// Writes to a lane of its own from now on; what the parent has written, and holds in memory, is the parent's.
  ///
  /// Its file is closed and no file is begun: many children only start another program.
  func goOnInChild() {
    state.withLock { state in
      let written = state.lane.finished + (state.lane.active.map { [$0] } ?? [])
      state.others = (state.others + written).sorted { $0.name < $1.name }
      state.lane.forget(LaneID(randomness), at: clock.now())
      state.beginDrops()
      interactions.begin(state.lane.lane)
    }
    commits.goOnInChild()
  }
}
