import Dispatch

/// Opens an engine on a thread of its own, and keeps the calls that record meanwhile.
package final class BackgroundOpening: Sendable {
  /// The maximum number of calls that are kept in memory; the next one waits for the engine.
  package static let mostCalls = 256

  /// A recording call that waits for the engine.
  private typealias Call = @Sendable (Recorder) -> Void

  private enum State: Sendable {
    case opening([Call])
    case opened(Engine?)
  }

  private let state = WaitableValue(State.opening([]))
  private let clock: any Clock
  private let ids: Locked<EventIDGenerator>

  /// Begins to open; signals of the host are kept from now on.
  package init(_ configuration: Configuration) {
    clock = configuration.seams.clock
    ids = Locked(EventIDGenerator(configuration.seams.randomness))
    var configuration = configuration
    let diagnostics = Diagnostics(
      isOfApp: configuration.ownLog != nil, configuration.diagnostics)
    configuration.seams.host = EarlyHost(configuration.host(diagnostics))
    DispatchQueue(label: "cairn.open", qos: .userInitiated).async { [self, configuration] in
      open(configuration)
    }
  }

  /// The engine; waits until it is open.
  package var engine: Engine? {
    state.wait { state in
      if case .opened(let engine) = state { .some(engine) } else { nil }
    }
  }

  /// Records an event when the engine is open, with the time of this call.
  ///
  /// Returns its identifier at once, unless ``mostCalls`` calls wait.
  package func record(
    _ kind: EventKind, _ name: String, _ properties: [String: Value]
  ) -> EventID? {
    perform { recorder, start, id in
      recorder.record(kind, name, properties, as: id, from: start).id
    }
  }

  /// Sets the user in the same way.
  package func identify(_ userID: String, _ traits: [String: Value]) -> EventID? {
    perform { recorder, start, id in
      recorder.identify(userID, traits, as: id, from: start).id
    }
  }

  private func perform(
    _ call: @escaping @Sendable (Recorder, Instant, EventID?) -> EventID?
  ) -> EventID? {
    let start = clock.instant()
    let id = ids.withLock { $0.next(wall: start.moment.wall) }
    let engine = state.wait { state -> Engine?? in
      switch state {
      case .opened(let engine): return .some(engine)
      case .opening(var calls):
        guard calls.count < Self.mostCalls else { return nil }
        calls.append { _ = call($0, start, id) }
        state = .opening(calls)
        return .some(nil)
      }
    }
    if let engine { return call(engine.recorder, start, nil) }
    return id
  }

  private func open(_ configuration: Configuration) {
    let engine = Engine.open(configuration)
    while let calls = takeCalls(or: engine) {
      if let recorder = engine?.recorder { for call in calls { call(recorder) } }
    }
  }

  /// Returns the calls that wait; if there are none, the following ones go to the engine.
  private func takeCalls(or engine: Engine?) -> [Call]? {
    let taken = Locked<[Call]?>(nil)
    state.change { state in
      guard case .opening(let calls) = state, !calls.isEmpty else {
        state = .opened(engine)
        return
      }
      state = .opening([])
      taken.withLock { $0 = calls }
    }
    return taken.withLock { $0 }
  }
}
