import Cairn
import CairnTesting

/// What an app sends to on its walk: notes what arrives, and whether that was allowed.
final class WalkServer: Sendable {
  struct Arrival: Sendable {
    var text: String
    /// How often all was erased before it began.
    var erasures: Int
    var wasAllowed: Bool
  }

  private struct State {
    var arrivals: [Arrival] = []
    var looked = 0
    var erasures = 0
    var isAllowed = false
    var isDown = false
  }

  private let state = Locked(State())

  /// Whether the user allows it now.
  var isAllowed: Bool {
    get { state.withLock { $0.isAllowed } }
    set { state.withLock { $0.isAllowed = newValue } }
  }
  var isDown: Bool {
    get { state.withLock { $0.isDown } }
    set { state.withLock { $0.isDown = newValue } }
  }

  /// The number of this erasure, which is done: nothing of what was before may arrive from now on.
  func noteErasure() -> Int {
    state.withLock { state in
      state.erasures += 1
      return state.erasures
    }
  }

  func hasAccepted(_ word: String) -> Bool {
    state.withLock { $0.arrivals.contains { $0.text.contains(word) } }
  }

  /// What has arrived since the last look.
  func news() -> [Arrival] {
    state.withLock { state in
      defer { state.looked = state.arrivals.count }
      return Array(state.arrivals[state.looked...])
    }
  }

  /// The network of one process, which ends with it.
  func transport(_ fuse: WalkFuse) -> RecordingTransport {
    RecordingTransport(otherwise: { [self] request in
      answer(String(decoding: request.body, as: UTF8.self), fuse)
    })
  }

  private func answer(_ text: String, _ fuse: WalkFuse) -> RecordingTransport.Answer {
    state.withLock { state in
      // Asked here, so that no request of a process that has ended is noted behind what came next.
      guard !fuse.isBurnt else { return .offline }
      // What is not taken was sent all the same.
      let arrival = Arrival(
        text: state.isDown ? "" : text, erasures: state.erasures, wasAllowed: state.isAllowed)
      state.arrivals.append(arrival)
      return .status(state.isDown ? 503 : 200)
    }
  }
}
