import Cairn
import CairnTesting

/// The server of an app on its walk, which records the requests and whether they were permitted.
final class WalkServer: Sendable {
  struct Arrival: Sendable {
    var text: String
    /// The number of erasures before the request began.
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

  /// Whether the user permits it now.
  var isAllowed: Bool {
    get { state.withLock { $0.isAllowed } }
    set { state.withLock { $0.isAllowed = newValue } }
  }
  var isDown: Bool {
    get { state.withLock { $0.isDown } }
    set { state.withLock { $0.isDown = newValue } }
  }

  /// Records a completed erasure and returns its number: no earlier data may arrive from now on.
  func noteErasure() -> Int {
    state.withLock { state in
      state.erasures += 1
      return state.erasures
    }
  }

  func hasAccepted(_ word: String) -> Bool {
    state.withLock { $0.arrivals.contains { $0.text.contains(word) } }
  }

  /// Returns the requests since the last call.
  func news() -> [Arrival] {
    state.withLock { state in
      defer { state.looked = state.arrivals.count }
      return Array(state.arrivals[state.looked...])
    }
  }

  /// Returns the network of one process, which ends with it.
  func transport(_ fuse: WalkFuse) -> RecordingTransport {
    RecordingTransport(otherwise: { [self] request in
      answer(String(decoding: request.body, as: UTF8.self), fuse)
    })
  }

  private func answer(_ text: String, _ fuse: WalkFuse) -> RecordingTransport.Answer {
    state.withLock { state in
      // Checked here, so that no request of an ended process is recorded after later ones.
      guard !fuse.isBurnt else { return .offline }
      // A request that is not accepted was sent nevertheless.
      let arrival = Arrival(
        text: state.isDown ? "" : text, erasures: state.erasures, wasAllowed: state.isAllowed)
      state.arrivals.append(arrival)
      return .status(state.isDown ? 503 : 200)
    }
  }
}
