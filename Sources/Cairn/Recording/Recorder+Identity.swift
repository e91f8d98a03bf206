/// Changes of the user: an identifier changes with the event that names it, and all data of a
/// person changes at once.
extension Recorder {
  /// The maximum length of a user identifier in bytes of JSON, because every event contains it.
  private static let longestUser = 1_024

  private var longestUser: Int { min(Self.longestUser, inspector.maximumEventBytes / 4) }

  /// A change that an event makes: of the user, or of one of the user's groups.
  enum UserChange: Sendable {
    case user(Naming)
    /// The group of this type is the one that the event names.
    case group(type: String?)
  }

  /// The user from an event on.
  struct Naming: Sendable {
    /// The identifier after redaction.
    var userID: String?
    var isRedacted: Bool
    /// Whether the app says with it that the user is the same person under another identifier.
    var isAlias = false
  }

  @discardableResult
  package func identify(
    _ userID: String, _ traits: [String: Value], as promised: EventID? = nil,
    from start: Instant? = nil
  ) -> RecordingResult {
    record(naming: userID, .identify, as: promised, from: start) { identity, start in
      Event(
        .identify, name: userID, properties: traits, identity: identity,
        milliseconds: start.moment.wall.milliseconds)
    }
  }

  /// Records traits of the current user, or of the anonymous one.
  @discardableResult
  package func identify(
    traits: [String: Value], as promised: EventID? = nil, from start: Instant? = nil
  ) -> RecordingResult {
    let current = identity.current
    let name = current.userID ?? current.anonymousID
    return record(.identify, name, traits, as: promised, from: start)
  }

  @discardableResult
  package func alias(_ newID: String) -> RecordingResult {
    record(naming: newID, .alias) { [redactor] identity, start in
      let before = self.identity.current
      var event = Event(
        .alias, name: newID, properties: [:], identity: identity,
        milliseconds: start.moment.wall.milliseconds)
      let previous =
        redactor.isEmpty || before.isRedacted
        ? before.userID : before.userID.flatMap(redactor.userID)
      event.previousID = previous ?? redactor.anonymousID(before.anonymousID)
      return event
    }
  }

  /// Records an event that names the user, and changes the user.
  ///
  /// The event is prepared first: an event that is itself refused changes nothing. If only the
  /// journal has no room for it, or remote settings have disabled recording, the user still
  /// changes, because later events are about that user.
  private func record(
    naming userID: String, _ kind: EventKind, as promised: EventID? = nil,
    from start: Instant? = nil, _ make: (Identity, Instant) -> Event
  ) -> RecordingResult {
    let start = start ?? clock.instant()
    let pass = pass(at: start.moment)
    if let refusal = pass.refusal {
      return RecordingResult(receipt: refuse(refusal, kind.name), id: nil)
    }
    if let refused = tooLong(userID, kind) { return refused }
    guard var naming = AppClosureCall.perform({ naming(userID) }) else {
      return RecordingResult(receipt: refuse(.nested, kind.name), id: nil)
    }
    naming.isAlias = kind == .alias
    var isLast = false
    while true {
      var identity = identity.current
      (identity.userID, identity.isRedacted) = (naming.userID, naming.isRedacted)
      guard var event = AppClosureCall.perform({ make(identity, start) }) else {
        return RecordingResult(receipt: refuse(.nested, kind.name), id: nil)
      }
      let recorded = record(
        &event, EventPerson(identity), from: start, pass, as: promised, changing: .user(naming),
        isLast: isLast)
      if let recorded { return recorded }
      isLast = true
    }
  }

  private func naming(_ userID: String) -> Naming {
    let stored = redactor.isEmpty || userID.isEmpty ? userID : redactor.userID(userID)
    return Naming(userID: stored, isRedacted: !redactor.isEmpty)
  }

  func tooLong(_ userID: String, _ kind: EventKind) -> RecordingResult? {
    let bytes = OutputBuffer.jsonBytes(userID)
    guard bytes > longestUser else { return nil }
    let detail = " (the identifier has \(bytes) bytes; the maximum is \(longestUser))"
    return RecordingResult(receipt: refuse(.tooLarge, kind.name, detail: detail), id: nil)
  }

  /// Writes the event that names a user, and then stores the user, while no other thread can change
  /// the identity.
  func name(_ naming: Naming, asOf pass: ConsentStore.Pass, _ write: () -> Attempt) -> Attempt {
    var attempt = Attempt.ofAnother
    var former: String?
    do throws(FileError) {
      let isSame = try identity.update(asOf: pass.erasures) { current, commit in
        attempt = write()
        guard case .written(let written) = attempt, written.changesUser else { return }
        var next = current
        (next.userID, next.isRedacted) = (naming.userID, naming.isRedacted)
        former = current.userID
        commit(next)
      }
      // Another process has replaced the person.
      if !isSame { changeSuperProperties(.none) }
    } catch {
      report(error)
    }
    if let former, former != naming.userID, !naming.isAlias { reportChangeOfUser() }
    return attempt
  }

  /// Logs once that a user was replaced, because destinations may take both users for one person.
  private func reportChangeOfUser() {
    guard hasReportedChangeOfUser.raise() else { return }
    diagnostics.report(
      .notice, "identity.userChanged",
      "identify has replaced the user without reset(): both users have the same anonymous "
        + "identifier, by which a destination may merge them; call reset() when a user logs out")
  }

  /// Makes the change of an event that is not recorded.
  func apply(_ change: UserChange, of event: borrowing Event, asOf pass: ConsentStore.Pass) {
    switch change {
    case .user(let naming):
      self.change(asOf: pass) {
        ($0.userID, $0.isRedacted) = (naming.userID, naming.isRedacted)
      }
    case .group(let type): join(event.name, type: type, asOf: pass)
    }
  }

  /// Sets the event's identifiers to those of the current person, and returns that person's number.
  func readdress(_ event: inout Event, _ change: UserChange?) -> UInt64 {
    let identity = identity.current
    event.anonymousID = AppClosureCall.perform { redactor.anonymousID(identity.anonymousID) } ?? ""
    if case .user? = change {
    } else {
      event.userID =
        redactor.isEmpty || identity.isRedacted
        ? identity.userID
        : AppClosureCall.perform { identity.userID.flatMap(redactor.userID) } ?? nil
    }
    return identity.person
  }

  /// Redacts a user identifier that was stored before there were rules.
  func redactIdentity() {
    let stored = identity.current
    guard !redactor.isEmpty, !stored.isRedacted, let userID = stored.userID else { return }
    let naming = naming(userID)
    // Written twice, so that the identifier is in neither slot of the file.
    for _ in 0..<2 {
      change { ($0.userID, $0.isRedacted) = (naming.userID, naming.isRedacted) }
    }
  }

  /// Forgets a user identifier that an earlier version accepted and that would make every event too
  /// large.
  func forgetLongUser() {
    guard let userID = identity.current.userID, OutputBuffer.jsonBytes(userID) > longestUser else {
      return
    }
    for _ in 0..<2 { change { $0.userID = nil } }
    diagnostics.report(
      .warning, "identity.tooLong",
      "the user's identifier is longer than \(longestUser) bytes and was removed, "
        + "because no event has room for it")
  }

  private func change(
    asOf pass: ConsentStore.Pass? = nil, _ change: (inout Identity) -> Void
  ) {
    do throws(FileError) {
      try identity.update(asOf: pass?.erasures, change)
    } catch {
      report(error)
    }
  }

  func report(_ error: FileError) {
    diagnostics.report(
      .error, "identity.storage", "the identity applies to this launch only: \(error)")
  }
}

extension Recorder.Written {
  /// Whether the user, or the group, changes to the one that the event names.
  var changesUser: Bool {
    guard case .success(_, let appended) = self else { return false }
    switch appended.outcome {
    case .stored, .buffered: return true
    case .refused(let code, _): return code != .tooLarge && code != .closed
    }
  }
}
