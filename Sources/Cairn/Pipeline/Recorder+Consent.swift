extension Recorder {
  /// What a call needs in order to be recorded; taken before anything that it will hold.
  @inline(__always)
  func pass(at moment: Moment) -> ConsentStore.Pass {
    guard let consents else { return ConsentStore.Pass(erasures: 0, refusal: nil, lookAt: .max) }
    let pass = consents.pass()
    return moment.continuous < pass.lookAt ? pass : look(at: moment)
  }

  /// Another process may have been told something.
  @inline(never)
  private func look(at moment: Moment) -> ConsentStore.Pass {
    consents?.look(at: moment)
    return consents?.pass() ?? ConsentStore.Pass(erasures: 0, refusal: nil, lookAt: .max)
  }

  /// Forgets what was recorded: who recorded it, what is in memory of it, and the lane that it is in.
  ///
  /// `clear` takes the files away, while nobody records. When it throws, nothing is forgotten but the identity. `preamble`
  /// makes the context of the new lane.
  package func forget(
    _ erasures: UInt64, _ randomness: any Randomness, preamble: (LaneID) -> [UInt8],
    _ clear: () throws(FileError) -> Void
  ) throws(FileError) {
    // First: who captures the next event as of this erasure has the new one.
    identity.renew(randomness, erasures: erasures)
    try state.withLock { (state) throws(FileError) in
      try journal.forget(clear)
      journal.setPreamble(preamble(journal.lane))
      state.erasures = erasures
      state.forgotten = state.tally.recorded
      state.recent = RecentEvents()
    }
  }
}
