/// The groups of the user, which all later events have in their context.
extension Recorder {
  package var groups: UserGroups { state.withLock { $0.registered.groups } }

  /// Records a call of `group`, and sets the group of this type.
  ///
  /// The group is set first, so that it is on the event. An event that is refused because of its
  /// content or by the user changes nothing.
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
    let before = groups[type]
    let set = groupID.isEmpty ? nil : setGroup(groupID, type: type)
    let recorded = record(from: start, pass, as: promised) { identity in
      var event = Event(
        .group, name: groupID, properties: traits, identity: identity,
        milliseconds: start.moment.wall.milliseconds)
      event.context[UserGroups.typeContextKey] = type.map(Value.string)
      return event
    }
    // After a reset meanwhile, the group before is that of another user.
    if case .dropped(let failure) = recorded.receipt, failure.isOfTheEvent || failure.isWanted,
      groups[type] == set
    {
      changeSuperProperties(.group(before, type: type, isRedacted: !redactor.isEmpty))
    }
    return recorded
  }

  private func record(
    from start: Instant, _ pass: ConsentStore.Pass, as promised: EventID?,
    _ make: (Identity) -> Event
  ) -> RecordingResult {
    var isLast = false
    while true {
      let identity = identity.current
      var event = make(identity)
      let recorded = record(&event, identity, from: start, pass, as: promised, isLast: isLast)
      if let recorded { return recorded }
      isLast = true
    }
  }

  /// Removes the user from the group of this type.
  package func leaveGroup(type: String?) {
    guard groups[type] != nil else { return }
    changeSuperProperties(.group(nil, type: type, isRedacted: !redactor.isEmpty))
  }

  /// Sets the group, and returns its identifier as it is stored.
  private func setGroup(_ id: String, type: String?) -> String? {
    let redacted = AppClosureCall.perform { redactor.groupID(id, type: type) } ?? nil
    changeSuperProperties(.group(redacted, type: type, isRedacted: !redactor.isEmpty))
    return redacted
  }

  /// Redacts identifiers of groups that were stored before there were these rules.
  ///
  /// Those that were redacted already are not transformed, because a hash would be hashed again.
  func redactGroups() {
    guard !redactor.isEmpty, let stored = superProperties?.current.groups, !stored.isEmpty
    else { return }
    let rules = stored.isRedacted ? redactor.withoutTransforms : redactor
    let isNew = stored.all.contains { name, id in
      rules.groupID(id, type: name.isEmpty ? nil : name) != id
    }
    guard isNew || !stored.isRedacted else { return }
    // All are written twice, so that the identifiers are in neither slot of the file.
    for isRedacted in [stored.isRedacted, true] {
      for (name, id) in stored.all {
        let type = name.isEmpty ? nil : name
        changeSuperProperties(
          .group(rules.groupID(id, type: type), type: type, isRedacted: isRedacted), always: true)
      }
    }
  }
}
