import Dispatch

/// Opens an engine on a thread of its own, and keeps the calls that record meanwhile.
package final class BackgroundOpening: Sendable {
  /// The maximum number of calls that are kept in memory; the next one waits for the engine.
  package static let mostCalls = 256

  /// A recording call that waits for the engine.
  private typealias Call = @Sendable (Recorder) -> Void

  private struct State: Sendable {
    var calls: [Call] = []
    /// The engine, as soon as it exists; nil also when there is no memory for one.
    var engine: Engine?
    var isOpen = false

    /// In a child of `fork(2)` no thread opens: what is not open then stays without an engine.
    mutating func goOnInChild() {
      if !isOpen { (calls, isOpen) = ([], true) }
    }
  }

  private let state = WaitableValue(State())
  private let clock: any Clock
  /// Whether calls may wait in memory: closures of the app must be called on the caller's thread.
  private let keepsCalls: Bool
  private let ids: Locked<EventIDGenerator>
  private let fork = Locked<ForkMembership?>(nil)
  /// The address of the opening of a thread that opens: a closure of the app that is called there
  /// must not wait for it.
  private static let openingOfThread = ThreadLocalWord()

  /// Begins to open; signals of the host are kept from now on.
  package init(_ configuration: Configuration) {
    clock = configuration.seams.clock
    keepsCalls =
      configuration.enrichers.isEmpty && configuration.inspectors.isEmpty
      && configuration.beforeRecord == nil
      && !Redactor(configuration.redaction).callsApp
    ids = Locked(EventIDGenerator(configuration.seams.randomness))
    var configuration = configuration
    let diagnostics = Diagnostics(
      isOfApp: configuration.ownLog != nil, configuration.diagnostics)
    let host = BufferingHost(configuration.host(diagnostics))
    configuration.seams.host = host
    joinForkGuard()
    DispatchQueue(label: "cairn.open", qos: .userInitiated).async { [self, configuration] in
      Self.openingOfThread.value = address
      open(configuration, host)
      Self.openingOfThread.value = 0
    }
  }

  private var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

  /// The engine; waits until it is open.
  package var engine: Engine? {
    let mayWait = Self.openingOfThread.value != address
    return state.wait { state in state.isOpen || !mayWait ? .some(state.engine) : nil }
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

  /// Records traits of the current user in the same way.
  package func identify(traits: [String: Value]) -> EventID? {
    perform { recorder, start, id in
      recorder.identify(traits: traits, as: id, from: start).id
    }
  }

  /// Records the membership of a group in the same way.
  package func group(_ groupID: String, type: String?, _ traits: [String: Value]) -> EventID? {
    perform { recorder, start, id in
      recorder.group(groupID, type: type, traits, as: id, from: start).id
    }
  }

  /// Records the end of a timed event in the same way.
  package func endEvent(_ name: String, _ properties: [String: Value]) -> EventID? {
    perform { recorder, start, id in
      recorder.endEvent(name, properties, as: id, from: start).id
    }
  }

  /// The place of a call: with an engine now, in memory, or nowhere.
  private enum Place: Sendable {
    case engine(Engine)
    case memory
    case nowhere
  }

  private func perform(
    _ call: @escaping @Sendable (Recorder, Instant, EventID?) -> EventID?
  ) -> EventID? {
    let mayWait = Self.openingOfThread.value != address
    let start = clock.instant()
    let id = ids.withLock { $0.next(wall: start.moment.wall) }
    let place = state.wait { state -> Place? in
      // A call within a recorded call is recorded now, as without an opening.
      if state.isOpen || !mayWait, let engine = state.engine { return .engine(engine) }
      if state.isOpen { return .nowhere }
      guard keepsCalls, state.calls.count < Self.mostCalls else { return mayWait ? nil : .nowhere }
      state.calls.append { _ = call($0, start, id) }
      return .memory
    }
    switch place {
    case .engine(let engine): return call(engine.recorder, start, nil)
    case .memory: return id
    case .nowhere: return nil
    }
  }

  private func open(_ configuration: Configuration, _ host: BufferingHost) {
    let engine = Engine.open(configuration)
    state.change { $0.engine = engine }
    let calls = takeCalls()
    // They may have been made after the app came to the foreground.
    if host.isInFront { engine?.recorder.setForeground(true) }
    perform(calls, engine)
    // The following calls wait until the signals of before are handled.
    host.open()
    while true {
      let calls = takeCalls(isLast: true)
      if calls.isEmpty { return }
      perform(calls, engine)
    }
  }

  private func perform(_ calls: [Call], _ engine: Engine?) {
    if let recorder = engine?.recorder { for call in calls { call(recorder) } }
  }

  /// Returns the calls that wait; if `isLast` and there are none, the following ones go to the
  /// engine.
  private func takeCalls(isLast: Bool = false) -> [Call] {
    let taken = Locked<[Call]>([])
    state.change { state in
      taken.withLock { $0 = state.calls }
      if isLast, state.calls.isEmpty { state.isOpen = true }
      state.calls = []
    }
    return taken.withLock { $0 }
  }

  private func joinForkGuard() {
    let membership = ForkMembership(
      ForkGuard.Member(
        mutexes: [state.mutexForFork, ids.mutexForFork],
        goOnInChild: { [weak self] in self?.state.goOnInChild { $0.goOnInChild() } },
        rehearse: { WaitableValue(State()).goOnInChild { $0.goOnInChild() } }))
    fork.withLock { $0 = membership }
  }
}
