import Cairn
import Foundation

/// The events that the demo's Edge Network received, each once by its `_id`.
final class EdgeBook: Sendable {
  struct Entry: Equatable, Sendable {
    /// The number of views and clicks.
    var count = 0
    /// The interactions that the event counts.
    var marks: [EventMark] = []
  }

  struct Contents: Sendable {
    var entries: [String: Entry] = [:]
    /// The number of received events, including repetitions.
    var payloads = 0
    /// The number of events that were received again.
    var duplicates = 0
    /// The number of events that were received again with different contents.
    var changed = 0
  }

  private let state = Locked(Contents())

  var contents: Contents { state.withLock { $0 } }

  /// Stores the events of a body; returns whether it is a request of the Edge Network's protocol.
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
  /// Damages a count, to show that the proof detects it.
  mutating func strike(_ sabotage: Sabotage) {
    guard let (id, entry) = entries.min(by: { $0.key < $1.key }) else { return }
    switch sabotage {
    case .lose: entries[id] = nil
    case .double: entries["another-id"] = entry
    case .swap: break
    }
  }
}
