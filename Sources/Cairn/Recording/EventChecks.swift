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
  @inline(never)
  func change(_ event: inout Event, _ beforeRecord: (Event) -> Event?) -> Bool {
    let kind = event.kind
    guard let changed = beforeRecord(event) else { return false }
    // Another event, which the closure kept, does not take the place of this one.
    if changed.kind == kind { event.keepingReport { $0 = changed } }
    return true
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
