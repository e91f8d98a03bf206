import Foundation

/// The size of the batches to a server that announces that it takes larger ones.
///
/// A backlog is delivered in as many requests as it has batches, and each request costs the same
/// waits: syncs here, a round trip, a commit there. So batches that are full grow while the server
/// accepts them, up to what it announces in the header `Batch-Limits`. The growth ends with an
/// response other than acceptance, and with the process.
final class AnnouncedBatchSize: Sendable {
  /// The accepted full batches before a larger one.
  private static let patience = 4
  /// The maximum size of a batch, as a multiple of the usual limits, whatever a server announces.
  private static let largest = 4

  private struct State: Sendable {
    var announced: BatchLimits?
    var factor = 1
    var accepted = 0
  }

  private let state = Locked(State())

  /// The limits of the next batch.
  func limits(_ usual: BatchLimits) -> BatchLimits {
    let (announced, factor) = state.withLock { ($0.announced, $0.factor) }
    guard let announced, factor > 1 else { return usual }
    return BatchLimits(
      events: max(usual.events, min(usual.events * factor, announced.events)),
      bytes: max(usual.bytes, min(usual.bytes * factor, announced.bytes)))
  }

  /// Ends the growth, because a request had no response.
  func end() { state.withLock { $0 = State() } }

  /// Learns from the response to a batch with this many events and bytes of JSON.
  func note(
    _ outcome: Outcome, announced: BatchLimits?, events: Int, bytes: Int, usual: BatchLimits
  ) {
    let limits = limits(usual)
    state.withLock { state in
      guard outcome == .accepted else {
        state = State()
        return
      }
      state.announced = announced
      // The next event may be as long as a tenth of the limit.
      let isFull = events >= limits.events || bytes >= limits.bytes / 10 * 9
      guard isFull, state.factor < Self.largest else { return }
      state.accepted += 1
      if state.accepted == Self.patience {
        (state.factor, state.accepted) = (state.factor * 2, 0)
      }
    }
  }
}

extension BatchLimits {
  /// The limits that a server announces, in the form `events=2000, bytes=1900000`; nil for any
  /// other text.
  init?(header: String) {
    let parts = header.components(separatedBy: ", ")
    guard parts.count == 2, parts[0].hasPrefix("events="), parts[1].hasPrefix("bytes="),
      let events = Int(parts[0].dropFirst(7)), let bytes = Int(parts[1].dropFirst(6)),
      events > 0, bytes > 0
    else { return nil }
    self.init(events: events, bytes: bytes)
  }
}
