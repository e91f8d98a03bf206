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
    hearReset()
    return consents?.pass() ?? ConsentStore.Pass(erasures: 0, refusal: nil, lookAt: .max)
  }

  /// Another process may have put another person in the place of this one.
  private func hearReset() {
    guard let before = identity.look() else { return }
    changeSuperProperties { _ in }
    onReset.withLock { $0 }?.call(before.anonymousID)
  }

  /// From here on the identity and what belongs to it may be on the disk.
  func storeIdentity() {
    identity.store { mayStore }
    if superProperties?.current.isEmpty == false { changeSuperProperties { _ in } }
  }

  /// Forgets what was recorded: who recorded it, what is in memory of it, and the lane that it is in.
  ///
  /// `clear` takes the files away, while nobody records. When it throws, nothing is forgotten but the identity and what
  /// belongs to it.
  package func forget(
    _ erasures: UInt64, _ randomness: any Randomness, _ clear: () throws(FileError) -> Void
  ) throws(FileError) {
    // First: who captures the next event as of this erasure has the new one.
    identity.renew(randomness, erasures: erasures)
    superProperties?.forget { registered in
      state.withLock { state in state.registered = registered }
    }
    try state.withLock { (state) throws(FileError) in
      try journal.forget(clear)
      state.sessions.forget(next: state.ids.next(wall: clock.now().wall))
      state.preamble?.begin(journal.lane.description)
      if let bytes = state.preamble?.bytes { journal.setPreamble(bytes) }
      state.erasures = erasures
      (state.forgotten, state.unnumbered) = (state.tally.recorded, 0)
      state.recent = RecentEvents()
    }
  }
}
