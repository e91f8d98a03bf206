/// Refuses events that must not be written, before and after they are encoded.
struct Inspector: Sendable {
  var maximumEventBytes: Int

  @inline(__always)
  func refusal(of event: borrowing Event) -> Refusal? {
    event.name.isEmpty ? .nameMissing : nil
  }

  @inline(__always)
  func refusal(ofLength bytes: Int) -> Refusal? {
    bytes > maximumEventBytes ? .tooLarge : nil
  }
}
