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
