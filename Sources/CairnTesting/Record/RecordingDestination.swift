public import Cairn

/// A destination that remembers what it was given, and answers as it was told.
///
/// By default it accepts everything. What `answerNext` planned comes first, then `isOffline` counts, then the answer
/// given at the start. Safe to use from any thread.
public final class RecordingDestination: Destination {
  /// Names the cursor.
  public let name: String
  /// How much it takes at once.
  public let limits: BatchLimits

  private let log = Log<Delivery>()
  private let state: Locked<State>
  private let accepting: @Sendable (StoredEvent) -> Bool
  private let sealing: @Sendable ([StoredEvent], [UInt8]) -> [UInt8]
  private let behind: (any Destination)?

  /// A batch, and what was answered to it, once it is.
  private struct Delivery: Sendable {
    let batch: Batch
    var outcome: Outcome?
  }

  private struct State {
    var planned: [Outcome] = []
    var isOffline = false
    var answer: @Sendable (Batch) async -> Outcome

    /// What is said without asking anybody.
    mutating func ready() -> Outcome? {
      if !planned.isEmpty { return planned.removeFirst() }
      return isOffline ? .later(afterSeconds: nil, reason: "offline") : nil
    }
  }

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - name: Names the cursor.
  ///   - limits: How much it takes at once.
  ///   - accepting: Which events it wants; by default all.
  ///   - answer: What it says of a batch when no answer was planned with `answerNext`; by default `.accepted`.
  public init(
    name: String = "recording", limits: BatchLimits = BatchLimits(),
    accepting: @escaping @Sendable (StoredEvent) -> Bool = { _ in true },
    answer: @escaping @Sendable (Batch) -> Outcome = { _ in .accepted }
  ) {
    self.name = name
    self.limits = limits
    self.accepting = accepting
    behind = nil
    // The identifiers, a line each: so that a resend can be compared.
    sealing = { events, _ in Array(events.map(\.id.description).joined(separator: "\n").utf8) }
    state = Locked(State(answer: answer))
  }

  /// Makes one that stands in front of a destination of your own, passes everything on to it, and remembers it.
  ///
  /// So you test your `Destination` with what the SDK really gives it. An answer planned with `answerNext` takes the
  /// place of its own: it is not called then.
  public init(inFrontOf destination: any Destination) {
    name = destination.name
    limits = destination.limits
    behind = destination
    accepting = { destination.accepts($0) }
    sealing = { destination.seal($0, context: $1) }
    state = Locked(State(answer: { await destination.deliver($0) }))
  }

  /// Every batch that was delivered, resends included, in order.
  public var batches: [Batch] { log.items.map(\.batch) }

  /// What was answered to `batches`, in their order, whatever the order of the answers; without those that wait for one.
  public var outcomes: [Outcome] { log.items.compactMap(\.outcome) }

  /// Every event that was delivered, resends included, in order.
  public var events: [StoredEvent] { batches.flatMap(\.events) }

  /// Every event that it said it has taken, in the order of `batches`.
  public var acceptedEvents: [StoredEvent] {
    log.items.flatMap { delivery in delivery.outcome.map(delivery.batch.accepted) ?? [] }
  }

  /// Whether it answers `.later` to everything for which no other answer was planned.
  ///
  /// False at first. It is asked again by a flush, or when the back-off says so.
  public var isOffline: Bool {
    get { state.withLock { $0.isOffline } }
    set { state.withLock { $0.isOffline = newValue } }
  }

  /// Plans the answers to the next batches, behind those planned before.
  public func answerNext(_ outcomes: Outcome...) { state.withLock { $0.planned += outcomes } }

  /// From here on, says this of a batch for which no other answer was planned.
  public func answer(_ answer: @escaping @Sendable (Batch) -> Outcome) {
    state.withLock { $0.answer = answer }
  }

  /// From here on, says this of each event of a batch for which no other answer was planned.
  public func answerEach(_ answer: @escaping @Sendable (StoredEvent) -> EventAnswer) {
    self.answer { batch in .each(batch.events.map(answer)) }
  }

  /// Returns when so many batches have arrived in all, resends included, or when the task is cancelled.
  public func batches(atLeast count: Int) async -> [Batch] {
    await log.items { $0.count >= count }.map(\.batch)
  }

  /// Returns when so many batches have been answered in all, or when the task is cancelled.
  ///
  /// The ledger follows a moment later; `flush()` waits for that too.
  public func outcomes(atLeast count: Int) async -> [Outcome] {
    await log.items { $0.count { $0.outcome != nil } >= count }.compactMap(\.outcome)
  }

  /// Returns when so many events have arrived in all, resends included, or when the task is cancelled.
  public func events(atLeast count: Int) async -> [StoredEvent] {
    await log.items { $0.reduce(0) { $0 + $1.batch.events.count } >= count }
      .flatMap(\.batch.events)
  }

  /// The host of the destination behind it; by default one of its own.
  public var host: String? { behind?.host }

  /// The settings of the destination behind it; by default empty.
  public var settings: String { behind?.settings ?? "" }

  /// Where the destination behind it begins; by default at the oldest event.
  public var startingPoint: StartingPoint { behind?.startingPoint ?? .oldest }

  /// The pace of the destination behind it; by default the configuration's.
  public var pace: Pace? { behind?.pace }

  /// Whether the destination behind it takes batches of several launches; by default it does not.
  public var mixesContexts: Bool { behind?.mixesContexts ?? false }

  /// Tells the destination behind it.
  public func join(_ site: DestinationSite) { behind?.join(site) }

  /// All kinds, or those of the destination behind it.
  public var kinds: Set<EventKind> { behind?.kinds ?? Set(EventKind.allCases) }

  /// Whether the closure given at the start, or the destination behind this one, says so.
  public func accepts(_ event: StoredEvent) -> Bool { accepting(event) }

  /// The events' identifiers, a line each, so that a resend can be compared; or what the destination behind it makes.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    sealing(events, context)
  }

  /// Remembers the batch and answers.
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
