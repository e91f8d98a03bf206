/// Events that have a duration.
extension Recorder {
  /// The property with the duration in seconds.
  private static let durationKey = "duration"

  /// Starts the timer of this event, if recording is allowed.
  package func startEvent(_ name: String, maximum: Milliseconds) {
    let moment = clock.now()
    guard pass(at: moment).refusal == nil, let name = timerName(name) else { return }
    changeSuperProperties(
      .startTimer(EventTimers.Timer(name, start: moment, boot: boot, maximum: maximum)))
  }

  /// The identifier of the boot; where it is unknown, that of the launch, so that only there the
  /// wall clock tells the time between two launches.
  private var boot: UInt64 {
    journal.bootSession == 0 ? journal.lane.rawValue : journal.bootSession
  }

  /// Returns the name by which the timer of this event is stored: that of the event, after
  /// redaction.
  private func timerName(_ name: String) -> String? {
    if redactor.isEmpty { return name }
    let redacted = AppClosureCall.perform { redactor.eventName(name) }
    if redacted == nil { refuse(.nested, name) }
    return redacted
  }

  /// Redacts the names of events that were started before there were rules; not again by rules with
  /// transforms, because a hash would be hashed.
  func redactTimers() {
    guard !redactor.isEmpty, let timers = superProperties?.current.timers else { return }
    let rules = redactor.withoutTransforms
    var names: [String: String] = [:]
    for name in timers.names { names[name] = rules.eventName(name) }
    guard names.contains(where: { $0 != $1 }) else { return }
    // Written twice, so that the names are in neither slot of the file.
    for _ in 0..<2 { changeSuperProperties(.renameTimers(names), always: true) }
  }

  /// Records the event with the time since its timer was started, and removes the timer.
  ///
  /// The timer is removed first, under the lock of its file, so that of all threads and processes
  /// that end the event, one has the time. It is removed whether the event is recorded or not: the
  /// next event of this name must not have the time since an earlier start.
  package func endEvent(
    _ name: String, _ properties: [String: Value], as promised: EventID? = nil,
    from start: Instant? = nil
  ) -> RecordingResult {
    let start = start ?? clock.instant()
    let timer = timerName(name).flatMap { changeSuperProperties(.endTimer($0)) }
    var properties = properties
    if properties[Self.durationKey] == nil,
      let duration = timer?.duration(until: start.moment, boot: boot)
    {
      properties[Self.durationKey] = .double(Double(duration.count) / 1_000)
    }
    return record(.track, name, properties, as: promised, from: start)
  }

  /// Removes the timer of this event.
  package func cancelEvent(_ name: String) {
    if let name = timerName(name) { changeSuperProperties(.endTimer(name)) }
  }
}
