public import Cairn

/// A destination that records its batches and responds as configured.
///
/// By default it accepts everything. The outcomes planned with `answerNext` come first, then
/// `isOffline` applies, then the configured answer. Safe to use from any thread.
public final class RecordingDestination: Destination {
  /// The name of the destination and of its cursor.
  public let name: String
  /// The limits of a batch.
  public let limits: BatchLimits

  private let log = Log<Delivery>()
  private let state: Locked<State>
  private let accepting: @Sendable (StoredEvent) -> Bool
  private let sealing: @Sendable ([StoredEvent], [UInt8]) -> [UInt8]
  private let behind: (any Destination)?

  /// A batch and its outcome, once there is one.
  private struct Delivery: Sendable {
    let batch: Batch
    var outcome: Outcome?
  }

  private struct State {
    var planned: [Outcome] = []
    var isOffline = false
    var answer: @Sendable (Batch) async -> Outcome

    /// Returns the outcome that needs no call of `answer`.
    mutating func ready() -> Outcome? {
      if !planned.isEmpty { return planned.removeFirst() }
      return isOffline ? .later(afterSeconds: nil, reason: "offline") : nil
    }
  }

  /// Creates a destination.
  ///
  /// - Parameters:
  ///   - name: The name of the destination and of its cursor.
  ///   - limits: The limits of a batch.
  ///   - accepting: Whether it wants an event; by default all.
  ///   - answer: The outcome of a batch for which none was planned with `answerNext`; by default
  ///     `.accepted`.
  public init(
    name: String = "recording", limits: BatchLimits = BatchLimits(),
    accepting: @escaping @Sendable (StoredEvent) -> Bool = { _ in true },
    answer: @escaping @Sendable (Batch) -> Outcome = { _ in .accepted }
  ) {
    self.name = name
    self.limits = limits
    self.accepting = accepting
    behind = nil
    // The identifiers, one line each, so that a resend can be compared.
    sealing = { events, _ in Array(events.map(\.id.description).joined(separator: "\n").utf8) }
    state = Locked(State(answer: answer))
  }

  /// Creates a destination that records each batch and passes it on to `destination`.
  ///
  /// Use it to test your `Destination` with the calls that the SDK makes. An outcome planned with
  /// `answerNext` replaces that of your destination, which is then not called.
  public init(inFrontOf destination: any Destination) {
    name = destination.name
    limits = destination.limits
    behind = destination
    accepting = { destination.accepts($0) }
    sealing = { destination.seal($0, context: $1) }
    state = Locked(State(answer: { await destination.deliver($0) }))
  }

  /// All delivered batches, resends included, in order.
  public var batches: [Batch] { log.items.map(\.batch) }

  /// The outcomes of `batches`, in the order of the batches; batches without an outcome yet are
  /// left out.
  public var outcomes: [Outcome] { log.items.compactMap(\.outcome) }

  /// All received events, resends included, in order.
  public var events: [StoredEvent] { batches.flatMap(\.events) }

  /// All events that it accepted, in the order of `batches`.
  public var acceptedEvents: [StoredEvent] {
    log.items.flatMap { delivery in delivery.outcome.map(delivery.batch.accepted) ?? [] }
  }

  /// Whether the outcome is `.later` for every batch without a planned one.
  ///
  /// False at first. The SDK tries again at a flush, or after the back-off.
  public var isOffline: Bool {
    get { state.withLock { $0.isOffline } }
    set { state.withLock { $0.isOffline = newValue } }
  }

  /// Plans the outcomes of the next batches, after those planned before.
  public func answerNext(_ outcomes: Outcome...) { state.withLock { $0.planned += outcomes } }

  /// Sets the outcome of later batches for which none was planned.
  public func answer(_ answer: @escaping @Sendable (Batch) -> Outcome) {
    state.withLock { $0.answer = answer }
  }

  /// Sets the response to each event of later batches for which no outcome was planned.
  public func answerEach(_ answer: @escaping @Sendable (StoredEvent) -> EventResult) {
    self.answer { batch in .each(batch.events.map(answer)) }
  }

  /// Returns when the given number of batches has arrived in total, resends included, or when the
  /// task is cancelled.
  public func batches(atLeast count: Int) async -> [Batch] {
    await log.items { $0.count >= count }.map(\.batch)
  }

  /// Returns when the given number of batches has an outcome, or when the task is cancelled.
  ///
  /// The ledger is updated a moment later; `flush()` waits for that too.
  public func outcomes(atLeast count: Int) async -> [Outcome] {
    await log.items { $0.count { $0.outcome != nil } >= count }.compactMap(\.outcome)
  }

  /// Returns when the given number of events has arrived in total, resends included, or when the
  /// task is cancelled.
  public func events(atLeast count: Int) async -> [StoredEvent] {
    await log.items { $0.reduce(0) { $0 + $1.batch.events.count } >= count }
      .flatMap(\.batch.events)
  }

  /// The host of the destination behind it; nil without one.
  public var host: String? { behind?.host }

  /// The settings of the destination behind it; empty without one.
  public var settings: String { behind?.settings ?? "" }

  /// The starting point of the destination behind it; the oldest event without one.
  public var startingPoint: StartingPoint { behind?.startingPoint ?? .oldest }

  /// The schedule of the destination behind it; without one, the configuration's.
  public var schedule: DeliverySchedule? { behind?.schedule }

  /// Whether the next batch may be sealed during a request; false without a destination behind it.
  public var sealsAhead: Bool { behind?.sealsAhead ?? false }

  /// Whether the destination behind it accepts batches of several launches; false without one.
  public var mixesContexts: Bool { behind?.mixesContexts ?? false }

  /// Passes the context on to the destination behind it.
  public func attach(to context: DestinationContext) { behind?.attach(to: context) }

  /// The kinds of the destination behind it; all kinds without one.
  public var kinds: Set<EventKind> { behind?.kinds ?? Set(EventKind.allCases) }

  /// Returns what the closure given at initialization, or the destination behind it, returns.
  public func accepts(_ event: StoredEvent) -> Bool { accepting(event) }

  /// Returns the events' identifiers, one line each, so that a resend can be compared; or the body
  /// from the destination behind it.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    sealing(events, context)
  }

  /// Records the batch and returns the outcome.
  public func deliver(_ batch: Batch) async -> Outcome {
    let place = log.append(Delivery(batch: batch))
    let (ready, answer) = state.withLock { state in (state.ready(), state.answer) }
    let outcome = if let ready { ready } else { await answer(batch) }
    log.change { $0[place].outcome = outcome }
    return outcome
  }
}

extension Batch {
  fileprivate func accepted(_ outcome: Outcome) -> [StoredEvent] {
    switch outcome {
    case .accepted: events
    case .partial(let refused, let again):
      events.enumerated().filter { refused[$0.offset] == nil && !again.contains($0.offset) }
        .map(\.element)
    case .later, .split, .refused, .halted: []
    }
  }
}

extension Outcome {
  /// Returns the outcome of a batch whose events have these results, in order.
  fileprivate static func each(_ results: [EventResult]) -> Outcome {
    var refused: [Int: DeliveryRejection] = [:]
    var again: [Int] = []
    for (place, result) in results.enumerated() {
      switch result {
      case .accepted: break
      case .refused(let rejection): refused[place] = rejection
      case .retry: again.append(place)
      }
    }
    return refused.isEmpty && again.isEmpty ? .accepted : .partial(refused: refused, again: again)
  }
}
