extension Journal {
  /// Makes all records stored up to now, or up to a ticket, survive a loss of power.
  ///
  /// Blocks while the disk works; appends continue. Concurrent callers share one sync. A caller
  /// with a ticket calls for each event. While syncs fail, such a call throws without accessing the
  /// disk, except for a retry from time to time.
  package func sync(
    _ strength: SyncStrength = .durable, for ticket: UInt64? = nil
  ) throws(JournalError) {
    let asksOften = ticket != nil
    let ticket = ticket ?? state.withLock { $0.lane.stored }
    try commits.wait(for: ticket, strength) { () throws(JournalError) in
      if asksOften, let failure = refusal() { throw JournalError(failure) }
      return try syncNow(strength)
    }
  }

  /// Makes events that others have recorded at these positions survive a loss of power.
  func syncOthers(at places: [PositionRange]) throws(FileError) {
    let own = state.withLock { $0.ownLanes }
    let segments = segments().filter { segment in
      !own.contains(segment.lane)
        && places.contains { place in
          place.lane == segment.lane && place.first <= segment.lastIndex
            && segment.firstIndex <= place.last
        }
    }
    guard !segments.isEmpty else { return }
    for segment in segments {
      try OpenFile(directory + "/" + segment.name.fileName, .read, in: files).sync()
    }
    try files.syncDirectory(directory)
  }

  /// Returns the error of the last failed sync, unless it is time for the next attempt.
  private func refusal() -> FileError? {
    state.withLock { $0.lane.unsure?.refusal(at: clock) }
  }

  /// Performs a sync; if it fails, the unconfirmed records are written again elsewhere and synced
  /// there.
  private func syncNow(_ strength: SyncStrength) throws(JournalError) -> UInt64 {
    let isUnsure = state.withLock { $0.lane.unsure != nil }
    do throws(FileError) {
      return try attemptSync(strength)
    } catch {
      guard isUnsure else { return try syncAgain(strength) }
      throw doubt(error)
    }
  }

  private func syncAgain(_ strength: SyncStrength) throws(JournalError) -> UInt64 {
    do throws(FileError) {
      return try attemptSync(strength)
    } catch {
      throw doubt(error)
    }
  }

  private func doubt(_ failure: FileError) -> JournalError {
    let now = clock.now()
    state.withLock { $0.lane.doubt(failure, at: now) }
    return JournalError(failure)
  }

  private func attemptSync(_ strength: SyncStrength) throws(FileError) -> UInt64 {
    let job = try state.withLock { (state) throws(FileError) in
      try state.lane.retryBeforeSync(at: clock.now())
      return state.lane.beginSync()
    }
    do throws(FileError) {
      try job.run(strength, in: files)
    } catch {
      try state.withLock { (state) throws(FileError) in
        try state.lane.failSync(job, at: clock.now())
      }
      throw error
    }
    do throws(FileError) {
      try replaceSuspects(strength)
    } catch {
      state.withLock { $0.lane.interruptSync(job) }
      throw error
    }
    try state.withLock { (state) throws(FileError) in
      state.lane.finishSync(job)
      try state.lane.reportLoss()
    }
    return job.ticket
  }

  /// Copies the contents of files whose sync failed, one file after the other.
  ///
  /// Each copy is synced and its file removed before the next copy is made. This needs little more
  /// disk space, and delays recording by little more, than one file does.
  private func replaceSuspects(_ strength: SyncStrength) throws(FileError) {
    while true {
      let copy = try state.withLock { (state) throws(FileError) in
        try state.copySuspect()
      }
      guard let copy else { return }
      do throws(FileError) {
        try copy.file.sync(strength)
        try files.syncDirectory(directory)
      } catch {
        state.withLock { $0.lane.discard(copy) }
        throw error
      }
      state.withLock { $0.lane.accept(copy) }
    }
  }
}

extension JournalError {
  fileprivate init(_ cause: FileError) { self.init(.storage, path: cause.path, cause: cause) }
}
