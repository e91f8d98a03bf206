/// Refuses events that must not be written, before and after they are encoded.
struct EventLimitsCheck: Sendable {
  var maximumEventBytes: Int

  @inline(__always)
  func refusal(of event: borrowing Event) -> RecordingFailure? {
    event.name.isEmpty ? .nameMissing : nil
  }

  @inline(__always)
  func refusal(ofLength bytes: Int) -> RecordingFailure? {
    bytes > maximumEventBytes ? .tooLarge : nil
  }
}

/// Checks of events by the app's own inspectors.
extension Recorder {
  /// Returns the failure if an inspector refuses the event; other issues are logged.
  @inline(never)
  func issue(
    in event: borrowing Event, of inspectors: [any EventInspector]
  ) -> Failure? {
    let event = copy event
    for inspector in inspectors {
      guard let issue = inspector.inspect(event) else { continue }
      let reason = redactor.text(issue.reason)
      if issue.refuses { return Failure(refusal: .rejectedByInspector, detail: ": \(reason)") }
      log("event \"\(redactor.text(event.label).cut(toBytes: 80))\": \(reason)")
    }
    return nil
  }

  /// Changes an event as the app's closure says; returns false when the closure drops it.
  ///
  /// The closure sees the event with the super properties, so that it can remove and change them.
  /// Those that it leaves unchanged are added when the event is written, with the values that they have then.
  @inline(never)
  func change(_ event: inout Event, _ beforeRecord: (Event) -> Event?) -> Bool {
    let registered = superProperties(of: event)
    var complete = event
    complete.properties.merge(registered) { own, _ in own }
    guard var changed = beforeRecord(complete) else { return false }
    // Another event, which the closure kept, does not take the place of this one.
    guard changed.kind == event.kind else { return true }
    changed.separate(registered, from: event.properties)
    event.keepingReport { $0 = changed }
    return true
  }

  /// Returns the super properties that an event gets besides its own properties.
  func superProperties(of event: borrowing Event) -> [String: Value] {
    switch event.kind {
    case .identify, .group, .alias, .interaction: return [:]
    case .track, .screen: break
    }
    let registered = state.withLock { $0.registered }
    guard registered.hasProperties else { return [:] }
    let excluded = event.excluded ?? []
    return registered.values.filter { !excluded.contains($0.key) }
  }

  private func log(_ sentence: String) {
    let isNew = state.withLock { $0.tally.noteIssue(sentence) }
    if isNew { diagnostics.report(.warning, "event.issue", sentence) }
  }
}

extension Recorder {
  /// Counts and logs properties that were left out of an event, because they are no values.
  func omit(_ omitted: [UntypedProperties.Omitted], of name: String) {
    state.withLock { $0.tally.omit(omitted.count) }
    let label = AppClosureCall.perform { redactor.text(name) } ?? RedactionAction.mark
    for property in omitted {
      let sentence =
        "event \"\(label.cut(toBytes: 80))\": the property \(property.path.cut(toBytes: 80)) is of "
        + "the type \(property.type.cut(toBytes: 80)), which is no JSON value, and was left out"
      let isNew = state.withLock { $0.tally.noteIssue(sentence) }
      if isNew { diagnostics.report(.warning, "event.property", sentence) }
    }
  }
}
