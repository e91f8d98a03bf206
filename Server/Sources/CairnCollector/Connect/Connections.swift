import Logging
import NIOCore

/// The open connections, and which of them gives way when there are too many.
///
/// The one that has waited longest for its client is closed. Who sends whole requests, and reads its answers, waits for
/// milliseconds: so connections that trickle push out each other, and not the clients.
final class Connections: Sendable {
  private struct Entry {
    var channel: any Channel
    var waitingSince: NIODeadline?
  }

  private struct State {
    var open: [ObjectIdentifier: Entry] = [:]
    var mayLogAt = NIODeadline.distantPast
  }

  let capacity: Int
  private let logger: Logger
  private let state = Locked(State())

  init(capacity: Int, logger: Logger) {
    self.capacity = capacity
    self.logger = logger
  }

  var count: Int { state.withLock { $0.open.count } }

  /// Takes a connection in; closes another one, or the new one where all others are being answered, when there are too
  /// many.
  func opened(_ channel: any Channel, at now: NIODeadline) {
    let (leaver, logs) = state.withLock { state -> ((any Channel)?, Bool) in
      state.open[ObjectIdentifier(channel)] = Entry(channel: channel, waitingSince: now)
      guard state.open.count > capacity else { return (nil, false) }
      let leaver = Self.longestWaiting(state.open) ?? ObjectIdentifier(channel)
      let logs = now >= state.mayLogAt
      if logs { state.mayLogAt = now + .minutes(1) }
      return (state.open.removeValue(forKey: leaver)?.channel, logs)
    }
    if logs {
      logger.warning(
        "more connections than allowed: those that wait longest for their client are closed",
        metadata: ["connections": "\(capacity)"])
    }
    leaver?.close(promise: nil)
  }

  /// Notes since when a connection waits for its client; nil when it does not.
  func waits(_ channel: any Channel, since: NIODeadline?) {
    state.withLock { $0.open[ObjectIdentifier(channel)]?.waitingSince = since }
  }

  func closed(_ channel: any Channel) {
    state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(channel)) }
  }

  private static func longestWaiting(_ open: [ObjectIdentifier: Entry]) -> ObjectIdentifier? {
    var longest: (id: ObjectIdentifier, since: NIODeadline)?
    for (id, entry) in open {
      guard let since = entry.waitingSince else { continue }
      if longest.map({ since < $0.since }) ?? true { longest = (id, since) }
    }
    return longest?.id
  }
}
