import Cairn
import Foundation

/// What the Edge Network of the demo was sent: each event once, by its `_id`.
final class EdgeBook: Sendable {
  struct Entry: Equatable, Sendable {
    /// Views and clicks.
    var count = 0
    /// The interactions that it says it counts.
    var marks: [EventMark] = []
  }

  struct Contents: Sendable {
    var entries: [String: Entry] = [:]
    /// Events that came, repetitions included.
    var payloads = 0
    /// Events that came again.
    var duplicates = 0
    /// Events that came again with other contents.
    var changed = 0
  }

  private let state = Locked(Contents())

  var contents: Contents { state.withLock { $0 } }

  /// Whether the body is a request of the Edge Network's protocol.
  func take(_ body: [UInt8]) -> Bool {
    guard let request = try? JSONDecoder().decode(EdgeBody.self, from: Data(body)) else {
      return false
    }
    state.withLock { state in
      for event in request.events {
        state.payloads += 1
        let entry = event.xdm.entry
        if let first = state.entries[event.xdm._id] {
          state.duplicates += 1
          if first != entry { state.changed += 1 }
        } else {
          state.entries[event.xdm._id] = entry
        }
      }
    }
    return true
  }
}

extension EdgeBook.Contents {
  /// Damages what was counted, to show that the proof finds it.
  mutating func strike(_ sabotage: Sabotage) {
    guard let (id, entry) = entries.min(by: { $0.key < $1.key }) else { return }
    switch sabotage {
    case .lose: entries[id] = nil
    case .double: entries["another-id"] = entry
    case .swap: break
    }
  }
}
