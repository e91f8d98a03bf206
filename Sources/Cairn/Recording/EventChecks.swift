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
  /// Returns the failure if an inspector refuses the event; other objections are logged.
  @inline(never)
  func objection(
    to event: borrowing Event, of inspectors: [any EventInspector]
  ) -> Failure? {
    let event = copy event
    for inspector in inspectors {
      guard let objection = inspector.inspect(event) else { continue }
      let reason = redactor.text(objection.reason)
      if objection.refuses { return Failure(refusal: .objected, detail: ": \(reason)") }
      log("event \"\(redactor.text(event.label).cut(toBytes: 80))\": \(reason)")
    }
    return nil
  }

  private func log(_ sentence: String) {
    let isNew = state.withLock { $0.tally.object(sentence) }
    if isNew { diagnostics.report(.warning, "event.objection", sentence) }
  }
}
