/// Recording in a child of `fork(2)`.
extension Recorder {
  var mutexesForFork: [ForkMutex] {
    [state.mutexForFork, hasReportedChangeOfUser.mutexForFork]
      + (superProperties?.mutexesForFork ?? []) + (gate?.mutexesForFork ?? [])
  }

  /// Continues as another launch, so that no event of the child has a position or an identifier of
  /// the parent's.
  ///
  /// The session and the user stay the same.
  func goOnInChild() {
    state.withLock { state in
      journal.goOnInChild()
      state.ids = EventIDGenerator(journal.randomness)
      state.preamble?.begin(journal.lane.description)
      (state.forgotten, state.unnumbered) = (state.tally.recorded, 0)
      state.recent = RecentEvents()
    }
    showSession()
  }
}
