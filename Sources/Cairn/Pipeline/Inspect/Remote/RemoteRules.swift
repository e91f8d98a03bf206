/// What remote settings say, checked: every number is in its range.
package struct RemoteRules: Equatable, Sendable {
  /// A day: however wrong an answer is, it ends by itself.
  package static let longestValidity: Int64 = 86_400_000

  package static let flushAtBounds: ClosedRange<Double> = 1...100_000
  package static let flushIntervalBounds: ClosedRange<Double> = 0.01...86_400

  package var isEnabled = true
  /// By event name, which part of the installations records it, from 0 to 1.
  package var sampling: [String: Double] = [:]
  package var flushAt: Int?
  /// Seconds.
  package var flushInterval: Double?
  /// Milliseconds from the time they were got.
  package var validFor = longestValidity

  package init() {}

  /// Why this event is not recorded; nil when it is.
  @inline(__always)
  func refusal(of event: borrowing Event) -> Refusal? {
    guard isEnabled else { return .switchedOff }
    guard !sampling.isEmpty, event.kind == .track || event.kind == .screen,
      let rate = sampling[event.name],
      !Self.isSampled(event.name, event.anonymousID, rate: rate)
    else { return nil }
    return .sampled
  }

  /// Whether an installation records an event: always the same one for the same rate, and still for a greater one.
  ///
  /// Another event has other installations, so that nobody is left out of everything.
  package static func isSampled(_ name: String, _ anonymousID: String, rate: Double) -> Bool {
    let hash = hash(name, seed: hash(anonymousID, seed: 0))
    return Double(hash >> 11) / Double(1 << 53 as UInt64) < rate
  }

  private static func hash(_ text: String, seed: UInt64) -> UInt64 {
    var text = text
    return text.withUTF8 { XXH64.hash(UnsafeRawBufferPointer($0), seed: seed) }
  }
}
