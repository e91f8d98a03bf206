/// Validated remote settings: every number is in its range.
package struct RemoteSettingsValues: Equatable, Sendable {
  /// One day, so that the effect of a wrong response ends by itself.
  package static let longestValidity: Milliseconds = .days(1)

  package static let flushAtBounds: ClosedRange<Double> = 1...100_000
  package static let flushIntervalBounds: ClosedRange<Double> = 0.01...86_400

  package var isEnabled = true
  /// The fraction of the installations that record an event, from 0 to 1, by event name.
  package var sampling: [String: Double] = [:]
  package var flushAt: Int?
  /// The flush interval in seconds.
  package var flushInterval: Double?
  /// The validity, counted from the time of the response.
  package var validFor = longestValidity

  package init() {}

  /// Returns the reason why the event is not recorded; nil when it is recorded.
  @inline(__always)
  func refusal(of event: borrowing Event) -> RecordingFailure? {
    guard isEnabled else { return .switchedOff }
    guard !sampling.isEmpty, event.kind == .track || event.kind == .screen,
      let rate = sampling[event.name],
      !Self.isSampled(event.name, event.anonymousID, rate: rate)
    else { return nil }
    return .sampled
  }

  /// Returns whether an installation records an event.
  ///
  /// The result depends only on the arguments, and an installation that is in the sample stays in
  /// it at a greater rate. Each event name has a different sample, so that no installation is
  /// excluded from all of them.
  package static func isSampled(_ name: String, _ anonymousID: String, rate: Double) -> Bool {
    let hash = hash(name, seed: hash(anonymousID, seed: 0))
    return Double(hash >> 11) / Double(1 << 53 as UInt64) < rate
  }

  private static func hash(_ text: String, seed: UInt64) -> UInt64 {
    var text = text
    return text.withUTF8 { XXH64.hash(UnsafeRawBufferPointer($0), seed: seed) }
  }
}
