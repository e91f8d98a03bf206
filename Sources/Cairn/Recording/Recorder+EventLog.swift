/// Lines of the log about recorded events.
extension Recorder {
  /// Takes over the level of the log: from debug on, each recorded event is a line.
  ///
  /// The level is kept with the recorder's state, so that a call does not take another lock to read
  /// it. An app that handles the lines itself gets none about events, because it may record events
  /// about them.
  func followLogLevel() {
    let isOn = logThreshold.map { $0.level <= .debug } ?? false
    state.withLock { $0.logsEvents = isOn }
  }

  @inline(never)
  func log(_ event: borrowing Event, as id: EventID, _ receipt: Receipt) {
    guard event.kind != .interaction, receipt.isRecorded else { return }
    let place = if case .buffered = receipt { "in memory" } else { "stored" }
    diagnostics.report(
      .debug, "event.recorded", "\(event.label.cut(toBytes: 80)): \(place) as \(id)")
  }
}
