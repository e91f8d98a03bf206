extension Journal {
  /// Forgets everything that is in the journal and in memory, and continues in another lane.
  ///
  /// `clear` takes the files out of the folder while no thread can append. If it throws, nothing is
  /// forgotten.
  package func forget(_ clear: () throws(FileError) -> Void) throws(FileError) {
    try state.withLock { (state) throws(FileError) in
      try clear()
      state.forgetFiles()
      state.lane.forget(LaneID(randomness), at: clock.now())
      marked.begin(state.lane.lane)
    }
  }
}

extension Journal {
  /// The positions of all events that the files contain now.
  package var places: [PositionRange] {
    segments().filter { $0.events > 0 }.map {
      PositionRange(lane: $0.lane, first: $0.firstIndex, last: $0.lastIndex)
    }
  }

  /// Ends the current segment, so that later events are in another file.
  package func endSegment() {
    let now = clock.now()
    state.withLock { state in
      if state.lane.active?.events ?? 0 > 0 { try? state.lane.roll(at: now) }
    }
  }
}

extension LaneWriter {
  /// Continues as after an opening, and forgets everything that was written or waits in memory.
  mutating func forget(_ fresh: LaneID, at moment: Moment) {
    forgotten += 1
    writer = nil
    finished = []
    unsynced = []
    unconfirmedFiles = []
    superseded = SupersededFiles()
    remains = PendingDeletions()
    unsure = nil
    InProcessLanes.remove([lane], in: directory)
    lane = fresh
    lastIndex = 0
    syncedIndex = 0
    isDirty = false
    rolls = false
    needsRewriting = false
    hasLost = false
    spill.removeAll()
    window.removeAll(preamble)
    restart(at: moment)
  }
}
