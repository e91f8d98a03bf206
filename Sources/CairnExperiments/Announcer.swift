import Cairn

/// Tells listeners what happens, and those who come late what happened first of each kind.
final class Announcer: Sendable {
  /// So many wait for a listener; what comes then takes the place of the oldest.
  static let most = 1_000

  private struct State {
    /// In the order in which they happened, one a kind.
    var first: [ExperimentEvent] = []
    var names: Set<String> = []
    var listeners: [Int: AsyncStream<ExperimentEvent>.Continuation] = [:]
    var next = 0
    var isClosed = false
  }

  private let state = Locked(State())

  func announce(_ event: ExperimentEvent) {
    state.withLock { state in
      if state.names.insert(event.name).inserted { state.first.append(event) }
      for listener in state.listeners.values { listener.yield(event) }
    }
  }

  /// That there is another document: the first one is what everybody waits for.
  func announceDocument() {
    let isFirst = state.withLock { !$0.names.contains(ExperimentEvent.ready.name) }
    announce(isFirst ? .ready : .configurationUpdated)
  }

  /// A listener from now on.
  func listen() -> ExperimentEvents {
    let (stream, listener) = AsyncStream.makeStream(
      of: ExperimentEvent.self, bufferingPolicy: .bufferingNewest(Self.most))
    let number: Int? = state.withLock { state in
      for event in state.first { listener.yield(event) }
      guard !state.isClosed else { return nil }
      state.next += 1
      state.listeners[state.next] = listener
      return state.next
    }
    guard let number else {
      listener.finish()
      return ExperimentEvents(stream)
    }
    listener.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return ExperimentEvents(stream)
  }

  func close() {
    let listeners = state.withLock { state in
      state.isClosed = true
      return state.listeners.values.map(\.self)
    }
    for listener in listeners { listener.finish() }
  }
}
