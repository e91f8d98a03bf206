public import Cairn

/// A destination that remembers what it was given, and answers as it was told.
///
/// By default it accepts everything. Safe to use from any thread.
public final class RecordingDestination: Destination {
  /// Names the cursor.
  public let name: String
  /// How much it takes at once.
  public let limits: BatchLimits
  private let state: Locked<State>
  private let accepting: @Sendable (StoredEvent) -> Bool

  private struct State {
    var batches: [Batch] = []
    var answers: [Outcome] = []
    var waiters: [(count: Int, wake: CheckedContinuation<Void, Never>)] = []
    var answer: @Sendable (Batch) -> Outcome
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
    state = Locked(State(answer: answer))
  }

  /// Every batch that was delivered, resends included, in order.
  public var batches: [Batch] { state.withLock { $0.batches } }

  /// Every event that was delivered, resends included, in order.
  public var events: [StoredEvent] { batches.flatMap(\.events) }

  /// Plans the answers to the next batches.
  public func answerNext(_ outcomes: Outcome...) { state.withLock { $0.answers += outcomes } }

  /// Returns when so many batches have arrived in all.
  public func batches(atLeast count: Int) async -> [Batch] {
    await withCheckedContinuation { wake in
      let isThere = state.withLock { state in
        guard state.batches.count < count else { return true }
        state.waiters.append((count, wake))
        return false
      }
      if isThere { wake.resume() }
    }
    return batches
  }

  /// Whether the closure given at the start says so.
  public func accepts(_ event: StoredEvent) -> Bool { accepting(event) }

  /// The events' identifiers, a line each: so that a resend can be compared.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    Array(events.map(\.id.description).joined(separator: "\n").utf8)
  }

  /// Remembers the batch and answers.
  public func deliver(_ batch: Batch) async -> Outcome {
    let (outcome, waiters) = state.withLock { state in
      state.batches.append(batch)
      let due = state.waiters.filter { $0.count <= state.batches.count }.map(\.wake)
      let arrived = state.batches.count
      state.waiters.removeAll { $0.count <= arrived }
      let planned = state.answers.isEmpty ? state.answer(batch) : state.answers.removeFirst()
      return (planned, due)
    }
    for waiter in waiters { waiter.resume() }
    return outcome
  }
}
