/// Another user begins.
extension Recorder {
  /// How often somebody else may begin or end a session while its end is prepared.
  private static let mostTries = 8

  /// Forgets the person: identifier, user, super properties, session and campaign, in one step.
  ///
  /// Whoever records meanwhile does so for the old person or for the new one. On the disk the step is the write of the
  /// identity: what a kill leaves of the old person behind that is known by its number, and not used.
  package func reset(_ randomness: any Randomness) {
    let next = Identity.another(randomness)
    for number in 1...Self.mostTries where turnOver(to: next, isLast: number == Self.mostTries) {
      break
    }
  }

  /// False when a session began or ended meanwhile, and nothing was changed.
  private func turnOver(to next: Identity, isLast: Bool) -> Bool {
    let now = clock.now()
    let pass = pass(at: now)
    let draft = state.withLock { $0.sessions.endDraft(at: now, &$0.ids) }
    // While its events still bear who the user was.
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
    for (prepared, result) in zip(events, written ?? []) { _ = finish(result, prepared.event) }
    return isDone
  }

  /// Nobody registers a property, names a user or records while `step` works; it says who is there from now on, or nil.
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

  /// Takes the identity that holds from now on; `show` makes events bear it.
  ///
  /// It may be another person's: another process has reset, or a file can be read at last.
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
    state.registered = RegisteredProperties()
    state.sessions.turnOver(to: person)
    state.trouble = state.sessions.save() ?? state.trouble
    showSession(&state)
  }
}
