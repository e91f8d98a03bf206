import Cairn
import CairnTesting

/// The known state at each instant.
final class History: Sendable {
  private struct State: Sendable {
    var model: Model
    var instants: [Instant] = []
  }

  private let state: Locked<State>

  init(_ model: Model) { state = Locked(State(model: model)) }

  var model: Model { state.withLock { $0.model } }
  var instants: [Instant] { state.withLock { $0.instants } }

  func keep(_ image: DiskImage, _ call: DiskCall?) {
    state.withLock { $0.instants.append(Instant(image: image, call: call, model: $0.model)) }
  }

  func change<Result: Sendable>(_ body: (inout Model) -> Result) -> Result {
    state.withLock { body(&$0.model) }
  }
}
