/// Events that have a duration.
extension Recorder {
  /// The property with the duration in seconds.
  private static let durationKey = "duration"

  /// Starts the timer of this event, if recording is allowed.
  package func startEvent(_ name: String, maximum: Milliseconds) {
    let moment = clock.now()
    guard pass(at: moment).refusal == nil else { return }
    changeSuperProperties(
      .startTimer(
        EventTimers.Timer(name, start: moment, boot: journal.bootSession, maximum: maximum)))
  }

  /// Records the event with the time since its timer was started, and removes the timer.
  ///
  /// The timer is removed last: after a kill in between, the event is recorded and the timer still
  /// runs.
  package func endEvent(
    _ name: String, _ properties: [String: Value], as promised: EventID? = nil,
    from start: Instant? = nil
  ) -> RecordingResult {
    let start = start ?? clock.instant()
    // Another process of the app group may have started it.
    changeSuperProperties(.none)
    guard let timer = state.withLock({ $0.registered.timers[name] }) else {
      return record(.track, name, properties, as: promised, from: start)
    }
    var properties = properties
    if properties[Self.durationKey] == nil,
      let duration = timer.duration(until: start.moment, boot: journal.bootSession)
    {
      properties[Self.durationKey] = .double(Double(duration.count) / 1_000)
    }
    let recorded = record(.track, name, properties, as: promised, from: start)
    cancelEvent(name)
    return recorded
  }

  /// Removes the timer of this event.
  package func cancelEvent(_ name: String) { changeSuperProperties(.removeTimer(name)) }
}
