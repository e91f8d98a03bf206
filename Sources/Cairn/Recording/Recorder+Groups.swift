/// The groups of the user, which all later events have in their context.
extension Recorder {
  package var groups: UserGroups {
    follow()
    return state.withLock { $0.registered.groups }
  }

  /// Records a call of `group`, and sets the group of this type.
  ///
  /// The group is on the event already. An event that is itself refused changes nothing.
  @discardableResult
  package func group(
    _ groupID: String, type: String?, _ traits: [String: Value], as promised: EventID? = nil,
    from start: Instant? = nil
  ) -> RecordingResult {
    let type = type?.isEmpty == true ? nil : type
    let start = start ?? clock.instant()
    let pass = pass(at: start.moment)
    if let refusal = pass.refusal {
      return RecordingResult(receipt: refuse(refusal, EventKind.group.name), id: nil)
    }
    for id in [groupID, type ?? ""] {
      if let refused = tooLong(id, .group) { return refused }
    }
    var isLast = false
    while true {
      let identity = identity.current
      var event = Event(
        .group, name: groupID, properties: traits, identity: identity,
        milliseconds: start.moment.wall.milliseconds)
      event.context[UserGroups.typeContextKey] = type.map(Value.string)
      let recorded = record(
        &event, EventPerson(identity), from: start, pass, as: promised,
        changing: .group(type: type), isLast: isLast)
      if let recorded { return recorded }
      isLast = true
    }
  }

  /// Writes the event that sets a group, and then stores the group, while no other thread can
  /// change the groups.
  ///
  /// `id` is the identifier in the event, after the app's closures and the redaction.
  func join(_ id: String, type: String?, _ write: (inout State) -> Attempt) -> Attempt {
    guard let superProperties else { return state.withLock { write(&$0) } }
    var attempt = Attempt.ofAnother
    changeSuperProperties(membership(id, type: type)) { properties in
      // Later events would not have the group, as it does not fit beside the super properties.
      guard id == RedactionAction.mark || properties.groups[type] == id else {
        let detail = " (more than \(superProperties.maximumBytes) bytes with the super properties)"
        attempt = .written(.failure(Failure(refusal: .tooLarge, detail: detail)))
        return false
      }
      // An erasure that has begun would erase the event, but not the group.
      if let phase = consents?.erasure.phase, phase == .requested || phase == .stuck {
        attempt = .written(.failure(Failure(refusal: .erased)))
        return false
      }
      return state.withLock { state in
        let before = state.registered
        state.registered = properties
        attempt = write(&state)
        if case .written(let written) = attempt, written.changesUser { return true }
        state.registered = before
        return false
      }
    }
    return attempt
  }

  /// Sets the group without an event.
  func join(_ id: String, type: String?, asOf pass: ConsentStore.Pass) {
    changeSuperProperties(membership(id, type: type)) { _ in
      state.withLock { $0.erasures == pass.erasures }
    }
  }

  private func membership(_ id: String, type: String?) -> SuperPropertyChange {
    .group(id == RedactionAction.mark ? nil : id, type: type, isRedacted: !redactor.isEmpty)
  }

  /// Removes the user from the group of this type.
  package func leaveGroup(type: String?) {
    changeSuperProperties(.group(nil, type: type, isRedacted: !redactor.isEmpty))
  }

  /// Redacts identifiers of groups that were stored before there were these rules.
  ///
  /// Those that were redacted already are not transformed, because a hash would be hashed again.
  func redactGroups() {
    guard !redactor.isEmpty, let stored = superProperties?.current.groups, !stored.isEmpty
    else { return }
    let once = redactor.withoutTransforms
    let redacted = Dictionary(
      uniqueKeysWithValues: stored.all.map { name, id in
        let rules = stored.isRedacted(name) ? once : redactor
        return (name, rules.groupID(id, type: name.isEmpty ? nil : name))
      })
    guard stored.all.contains(where: { !stored.isRedacted($0) || redacted[$0] != $1 }) else {
      return
    }
    // All at once, so that a kill leaves none that is transformed again, and twice, so that the
    // identifiers are in neither slot of the file.
    for _ in 0..<2 { changeSuperProperties(.redactedGroups(redacted), always: true) }
  }
}
