extension Recorder {
  /// Returns the conditions for recording, which are read before any other data of the event.
  @inline(__always)
  func pass(at moment: Moment) -> ConsentStore.Pass {
    guard let consents else { return ConsentStore.Pass(erasures: 0, refusal: nil, lookAt: .max) }
    let pass = consents.pass()
    return moment.continuous < pass.lookAt ? pass : look(at: moment)
  }

  /// The number of erasures so far, also of those that another process has made since the last
  /// call.
  package var currentErasures: UInt64 { pass(at: clock.now()).erasures }

  /// Reads the consent that another process may have changed.
  @inline(never)
  private func look(at moment: Moment) -> ConsentStore.Pass {
    consents?.look(at: moment)
    handleReset()
    if followsAppGroup { followGroup(at: moment) }
    return consents?.pass() ?? ConsentStore.Pass(erasures: 0, refusal: nil, lookAt: .max)
  }

  /// Takes over what other processes of the app group have registered, and the app's session.
  func followGroup(at moment: Moment) {
    if mayStore {
      superProperties?.look { registered in state.withLock { $0.registered = registered } }
    }
    let (before, person) = state.withLock { ($0.appSession, $0.person) }
    guard var appSession = before else { return }
    // Read outside the lock, so that no other thread waits for the disk.
    let isNew = appSession.look(at: moment, of: person)
    state.withLock { state in
      state.appSession = appSession
      if isNew { showSession(&state) }
    }
  }

  package var anonymousID: String { followedIdentity.anonymousID }
  package var userID: String? { followedIdentity.userID }

  /// The current identity; in an app group also one that another process has set, as for an event.
  private var followedIdentity: Identity {
    follow()
    return identity.current
  }

  /// Takes over, in an app group, what other processes have changed, as an event does.
  func follow() { if followsAppGroup { _ = pass(at: clock.now()) } }

  /// Takes over a person that another process may have set by a reset.
  func handleReset() {
    guard let before = identity.look() else { return }
    changeSuperProperties(.none)
    onReset.withLock { $0 }?.call(before.anonymousID)
  }

  /// Stores the identity and the super properties, if they may be on disk now.
  func storeIdentity() {
    identity.store { mayStore }
    if superProperties?.current.isEmpty == false { changeSuperProperties(.none) }
  }

  /// Forgets what was recorded: the identity, the events in memory, and the lane.
  ///
  /// `clear` removes the files while no thread can record. If it throws, only the identity and the
  /// super properties are forgotten.
  package func forget(
    _ erasures: UInt64, _ randomness: any Randomness, _ clear: () throws(FileError) -> Void
  ) throws(FileError) {
    // Done first, so that events captured after the erasure have the new identity.
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
    superProperties?.begin()
  }
}
