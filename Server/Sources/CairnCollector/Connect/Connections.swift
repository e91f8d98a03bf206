import Logging
import NIOCore

/// The open connections, and the choice of those to close when there are too many.
///
/// The connection that has waited longest for its client is closed. A client that sends whole
/// requests and reads its responses waits for milliseconds, so slow connections displace each
/// other. Two rules protect clients from thousands of new connections in a second:
/// - No connection is closed before it has waited for ``patience``, nor while the system holds
///   unread bytes of its client. When new connections arrive faster, they wait in the system's
///   queue.
/// - A connection over which a batch was stored has ``advantage``, so that it stays open between
///   two batches.
final class Connections: Sendable {
  private struct Entry {
    var channel: any Channel
    var waitingSince: NIODeadline?
    var hasStored = false
    var hasClient = true
    var isLeaving = false

    /// The time by which connections are compared; nil while a response is due, and for a
    /// connection that is being closed.
    var rank: NIODeadline? {
      guard !isLeaving, let waitingSince else { return nil }
      return hasStored ? waitingSince + Connections.advantage : waitingSince
    }
  }

  private struct State {
    var open: [ObjectIdentifier: Entry] = [:]
    /// The number of connections that are being closed.
    var leaving = 0
    var willTrim = false
    var mayLogAt = NIODeadline.distantPast
  }

  /// The time that each connection may wait for its client, even when there are too many.
  static let patience = TimeAmount.milliseconds(100)
  /// The time by which the wait of a connection that has stored a batch is reduced.
  ///
  /// One second and not more: a client with a key and many connections must not keep new clients
  /// out.
  static let advantage = TimeAmount.seconds(1)

  let capacity: Int
  private let logger: Logger
  private let state = Locked(State())

  init(capacity: Int, logger: Logger) {
    self.capacity = capacity
    self.logger = logger
  }

  var count: Int { state.withLock { $0.open.count - $0.leaving } }

  /// Adds a connection; when there are too many, closes another one as soon as permitted, or the
  /// new one if responses are due on all others.
  func opened(_ channel: any Channel, at now: NIODeadline) {
    let leaver = state.withLock { state -> (any Channel)? in
      let id = ObjectIdentifier(channel)
      let isFull = state.open.count - state.leaving >= capacity
      if isFull, Self.longestWaiting(state.open) == nil { return channel }
      state.open[id] = Entry(channel: channel, waitingSince: now)
      return nil
    }
    if let leaver {
      leaver.close(promise: nil)
    } else {
      trim(on: channel.eventLoop, at: now)
    }
  }

  /// Records the time since which a connection waits for its client; nil when it does not wait.
  func waits(_ channel: any Channel, since: NIODeadline?) {
    state.withLock { $0.open[ObjectIdentifier(channel)]?.waitingSince = since }
  }

  /// Records that a batch of this connection was stored.
  func stored(_ channel: any Channel) {
    state.withLock { $0.open[ObjectIdentifier(channel)]?.hasStored = true }
  }

  /// Records that the client has closed its direction.
  func clientLeft(_ channel: any Channel) {
    state.withLock { $0.open[ObjectIdentifier(channel)]?.hasClient = false }
  }

  /// Returns whether the connection is open, and its client has not closed its direction.
  func hasClient(_ channel: any Channel) -> Bool {
    state.withLock { $0.open[ObjectIdentifier(channel)]?.hasClient ?? false }
  }

  /// The number of open connections whose client has closed its direction.
  var withoutClient: Int { state.withLock { $0.open.values.count { !$0.hasClient } } }

  func closed(_ channel: any Channel) {
    state.withLock { state in
      let entry = state.open.removeValue(forKey: ObjectIdentifier(channel))
      if entry?.isLeaving == true { state.leaving -= 1 }
    }
  }

  /// Closes surplus connections that have waited long enough, and schedules a check of the others.
  private func trim(on eventLoop: any EventLoop, at now: NIODeadline) {
    let (leavers, next, logs) = state.withLock { state in
      let (leavers, next) = Self.leavers(&state, capacity: capacity, at: now)
      let logs = !leavers.isEmpty && now >= state.mayLogAt
      if logs { state.mayLogAt = now + .minutes(1) }
      return (leavers, next, logs)
    }
    if logs {
      logger.warning(
        "too many connections: those that have waited longest for their client are closed",
        metadata: ["connections": "\(capacity)"])
    }
    for leaver in leavers {
      if leaver.eventLoop.inEventLoop {
        dismiss(leaver)
      } else {
        leaver.eventLoop.execute { self.dismiss(leaver) }
      }
    }
    guard let next else { return }
    eventLoop.scheduleTask(deadline: next) {
      self.state.withLock { $0.willTrim = false }
      self.trim(on: eventLoop, at: eventLoop.now)
    }
  }

  /// Closes a connection, unless its client has sent something meanwhile.
  private func dismiss(_ channel: any Channel) {
    guard channel.isActive, channel.hasUnreadBytes else {
      return channel.close(promise: nil)
    }
    let now = channel.eventLoop.now
    state.withLock { state in
      let id = ObjectIdentifier(channel)
      guard state.open[id]?.isLeaving == true else { return }
      state.leaving -= 1
      state.open[id]?.isLeaving = false
      if state.open[id]?.waitingSince != nil { state.open[id]?.waitingSince = now }
    }
    trim(on: channel.eventLoop, at: now)
  }

  /// Returns the surplus connections that have waited long enough, and the time of the next check
  /// if no other check is scheduled.
  private static func leavers(
    _ state: inout State, capacity: Int, at now: NIODeadline
  ) -> ([any Channel], NIODeadline?) {
    var leavers: [any Channel] = []
    while state.open.count - state.leaving > capacity, let longest = longestWaiting(state.open) {
      guard longest.since + patience <= now else {
        defer { state.willTrim = true }
        return (leavers, state.willTrim ? nil : longest.since + patience)
      }
      guard let channel = state.open[longest.id]?.channel else { break }
      state.open[longest.id]?.isLeaving = true
      state.leaving += 1
      leavers.append(channel)
    }
    return (leavers, nil)
  }

  private static func longestWaiting(
    _ open: [ObjectIdentifier: Entry]
  ) -> (id: ObjectIdentifier, since: NIODeadline)? {
    var longest: (id: ObjectIdentifier, since: NIODeadline)?
    for (id, entry) in open {
      guard let since = entry.rank else { continue }
      if longest.map({ since < $0.since }) ?? true { longest = (id, since) }
    }
    return longest
  }
}
