/// Reset to a new user.
extension Recorder {
  /// The maximum number of attempts when other threads begin or end a session during the
  /// preparation.
  private static let mostTries = 8

  /// Forgets the person: identifier, user, super properties, session and campaign, in one step.
  ///
  /// An event that another thread records during the call belongs to either the old or the new
  /// person. On disk, the step is the write of the identity. Data of the old person that a kill
  /// leaves behind is recognized by the person's number, and not used.
  package func reset(_ randomness: any Randomness) {
    let next = Identity.another(randomness)
    for number in 1...Self.mostTries where turnOver(to: next, isLast: number == Self.mostTries) {
      break
    }
  }

  /// Returns false when a session began or ended meanwhile, in which case nothing was changed.
  private func turnOver(to next: Identity, isLast: Bool) -> Bool {
    let now = clock.now()
    let pass = pass(at: now)
    let draft = state.withLock { $0.sessions.endDraft(at: now, &$0.ids) }
    // Prepared while the events still have the old identity.
    let events = pass.refusal == nil ? prepare(draft, identity.current, at: now) : []
    var written: [Written]?
    let (isDone, trouble) = exchange { commit in
      state.withLock { state in
        guard isLast || state.sessions.isCurrent(draft) else { return nil }
        let isRecorded = state.sessions.begin(draft) && pass.erasures == state.erasures
        written = isRecorded ? write(events, of: draft, &state, at: now) : []
        commit(next)
        turnOver(to: next.person, &state)
        return next.person
      }
    }
    if let trouble { report(trouble) }
    reportTrouble()
    for (prepared, result) in zip(events, written ?? []) { finishOther(result, prepared.event) }
    return isDone
  }

  /// Performs `step` while no other thread can register a property, name a user or record; `step`
  /// returns the new person's number, or nil.
  private func exchange(
    _ step: (_ commit: IdentityStore.Commit) -> UInt64?
  ) -> (isDone: Bool, trouble: FileError?) {
    var trouble: FileError?
    func work() -> UInt64? {
      var person: UInt64?
      do throws(FileError) {
        _ = try identity.update(replacing: true) { _, commit in
          withoutActuallyEscaping(commit) { person = step($0) }
        }
      } catch {
        trouble = error
      }
      return person
    }
    guard let superProperties else { return (work() != nil, trouble) }
    let isDone = superProperties.turnOver(storing: { mayStore }) { work() }
    return (isDone, trouble)
  }

  /// Takes over a new identity; `show` makes it visible to recording threads.
  ///
  /// It may be that of another person: another process has reset, or the file could be read at
  /// last.
  func take(_ identity: Identity, _ show: () -> Void) {
    state.withLock { state in
      show()
      guard state.person != identity.person else { return }
      let draft = state.sessions.endDraft(at: clock.now(), &state.ids)
      _ = state.sessions.begin(draft)
      turnOver(to: identity.person, &state)
    }
  }

  private func turnOver(to person: UInt64, _ state: inout State) {
    state.person = person
    state.registered = SuperPropertyValues()
    state.sessions.turnOver(to: person)
    state.trouble = state.sessions.save() ?? state.trouble
    showSession(&state)
  }
}
