/// Events that take time, such as watching a video.
extension Analytics {
  /// Starts to measure the duration of an event, which `endEvent` records; records nothing itself.
  ///
  /// ```swift
  /// analytics.startEvent("Video Watched")
  /// analytics.endEvent("Video Watched", ["title": "Intro"])   // duration: 63.2
  /// ```
  ///
  /// When the call returns, the start survives a crash or a kill of the process: `endEvent` can be
  /// called in a later launch. Starting an event again discards its earlier start. At most 64
  /// events can be started at once, whose names have the space of a file of 64 KiB beside the super
  /// properties; another one discards the starts that are the oldest. The names are redacted as
  /// those of recorded events are. `reset()`, `erase()` and another user discard all. While
  /// recording is not allowed, nothing is started. It can be called from any thread, and costs a
  /// write to a file.
  ///
  /// A start cannot be paused: for a time without pauses, such as that of a video, measure it
  /// yourself and pass it as `duration` to `track`.
  ///
  /// - Parameters:
  ///   - name: The event's name, as `endEvent` will give it.
  ///   - maximumSeconds: The longest duration; an event that ends later has none. From 0; the
  ///     default is 86 400, a day.
  public func startEvent(_ name: String, maximumSeconds: Double = 86_400) {
    engine?.recorder.startEvent(name, maximum: Milliseconds(seconds: maximumSeconds))
  }

  /// Records an event with the property `duration`, the time in seconds since `startEvent`.
  ///
  /// The time does not depend on changes of the wall clock, except across a reboot of the device.
  /// It includes the time during which the app was suspended or did not run. An event that was not
  /// started, or was started longer ago than its maximum, is recorded without a duration. Of the
  /// events of several threads, or processes of an app group, that end at once, one has it. A
  /// `duration` of your own is not replaced. Besides the cost of `track`, a file is read, and
  /// written if the event was started.
  ///
  /// The call also ends an event that is then refused, for its size or by
  /// `Configuration.beforeRecord` for example: a later one of this name has no duration until it
  /// is started again.
  ///
  /// - Parameters:
  ///   - name: The event's name, as `startEvent` was given it.
  ///   - properties: The event's properties.
  /// - Returns: The event's identifier, as `track` does.
  @discardableResult
  public func endEvent(_ name: String, _ properties: [String: Value] = [:]) -> EventID? {
    if let recorder { return recorder.endEvent(name, properties).id }
    return opening?.endEvent(name, properties)
  }

  /// Discards the start of an event, as if `startEvent` had not been called; records nothing.
  public func cancelEvent(_ name: String) { engine?.recorder.cancelEvent(name) }
}
