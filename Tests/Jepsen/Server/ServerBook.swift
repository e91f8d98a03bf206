import Cairn
import Foundation

/// The events that one destination's server received, accepted and refused, recorded independently
/// of the SDK.
final class ServerBook: Sendable {
  struct Entry: Sendable {
    var id: String
    /// The number of requests that contained it.
    var seen = 0
    var accepted = 0
    var refused = 0
    var firstAccepted = 0
  }

  fileprivate struct State: Sendable {
    var entries: [EventName: Entry] = [:]
    var bodies: [String: UInt64] = [:]
    var last: [EventName: Int] = [:]
    var requests = 0
    var violations: [String] = []
  }

  let name: String
  private let state = Locked(State())

  init(_ name: String) { self.name = name }

  var entries: [EventName: Entry] { state.withLock { $0.entries } }
  var requests: Int { state.withLock { $0.requests } }
  var violations: [String] { state.withLock { $0.violations } }

  /// Returns whether an event was accepted or permanently refused.
  func isSettled(_ event: EventName) -> Bool {
    state.withLock { $0.entries[event].map { $0.accepted + $0.refused > 0 } ?? false }
  }

  func entry(_ event: EventName) -> Entry? { state.withLock { $0.entries[event] } }

  /// Records a request, whatever the response is.
  func see(_ request: ReceivedRequest, _ events: [ReceivedEvent]) {
    let hash = XXH64.hash(Self.sealed(request.body), seed: 0)
    state.withLock { state in
      state.requests += 1
      if let other = state.bodies.updateValue(hash, forKey: request.key), other != hash {
        state.violations.append("\(name): the key \(request.key) came with two bodies")
      }
      for event in events {
        state.see(event, name)
        state.entries[event.name]?.seen += 1
      }
    }
  }

  func accept(_ events: [ReceivedEvent]) {
    let now = AckLog.now
    state.withLock { state in
      for event in events {
        state.entries[event.name]?.accepted += 1
        if state.entries[event.name]?.firstAccepted == 0 {
          state.entries[event.name]?.firstAccepted = now
        }
      }
    }
  }

  func refuse(_ events: [ReceivedEvent]) {
    state.withLock { state in
      for event in events { state.entries[event.name]?.refused += 1 }
    }
  }

  /// Returns the body without the time of sending, which differs between attempts.
  private static func sealed(_ body: [UInt8]) -> [UInt8] {
    let mark = Array(",\"sentAt\":".utf8)
    var place = body.count - mark.count
    while place > 0, !body[place...].starts(with: mark) { place -= 1 }
    return place > 0 ? Array(body[..<place]) : body
  }
}

extension ServerBook.State {
  /// Checks that events of one life are first received in the order in which they were recorded.
  fileprivate mutating func see(_ event: ReceivedEvent, _ name: String) {
    if !event.isWhole { violations.append("\(name): \(event.id) is not what was recorded") }
    guard entries[event.name] == nil else { return }
    entries[event.name] = ServerBook.Entry(id: event.id)
    // A process and its children record concurrently.
    let writer = EventName(life: event.life, number: event.number / Acknowledged.part)
    let before = last[writer] ?? 0
    last[writer] = max(before, event.number)
    guard before > event.number else { return }
    violations.append("\(name): \(event.name) came after \(event.life)/\(before)")
  }
}
