import Cairn

/// Delivers events to listeners, and the first event of each kind also to listeners that are added
/// later.
final class EventBroadcaster: Sendable {
  /// The maximum number of events that wait for a listener.
  ///
  /// Beyond it, the oldest event is dropped.
  static let most = 1_000

  private struct State {
    /// The first event of each kind, in the order in which they happened.
    var first: [ExperimentEvent] = []
    var names: Set<String> = []
    var listeners: [Int: AsyncStream<ExperimentEvent>.Continuation] = [:]
    var next = 0
    var isClosed = false
  }

  private let state = Locked(State())

  func send(_ event: ExperimentEvent) {
    state.withLock { state in
      if state.names.insert(event.name).inserted { state.first.append(event) }
      for listener in state.listeners.values { listener.yield(event) }
    }
  }

  /// Sends that there is a new document; the first one is sent as `ready`.
  func sendDocument() {
    let isFirst = state.withLock { !$0.names.contains(ExperimentEvent.ready.name) }
    send(isFirst ? .ready : .configurationUpdated)
  }

  /// Adds a listener.
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
