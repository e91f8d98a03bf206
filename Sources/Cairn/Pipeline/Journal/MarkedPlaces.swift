/// Which places of the journal hold marked events, as far as this process has written or read them.
///
/// It takes no memory that grows with the journal: of what is not known, or known no more, that is said. Safe to use from
/// any thread.
package final class MarkedPlaces: Sendable {
  /// How many of some places hold what.
  package struct Count: Equatable, Sendable {
    package var marked = 0
    package var unmarked = 0
    package var unknown = 0

    package init(marked: Int = 0, unmarked: Int = 0, unknown: Int = 0) {
      (self.marked, self.unmarked, self.unknown) = (marked, unmarked, unknown)
    }
  }

  /// Runs of marked events that are remembered, in each lane.
  package static let most = 1_024

  /// What is known of a lane: everything between two numbers.
  private struct Known: Sendable {
    var first: UInt32
    var last: UInt32
    /// The marked ones, in order.
    var runs: [PositionRange] = []

    mutating func add(_ position: Position) {
      runs.append(position)
      guard runs.count > MarkedPlaces.most else { return }
      runs.removeFirst(MarkedPlaces.most / 2)
      first = runs[0].first
    }
  }

  private struct State {
    var lane: LaneID
    var lanes: [LaneID: Known] = [:]
    var hasLost = false
    var wereWritten = false
  }

  private let state: Locked<State>

  var mutexForFork: ForkMutex { state.mutexForFork }

  /// `lane` is the one that is written to: all of it is known.
  package init(_ lane: LaneID) {
    state = Locked(State(lane: lane, lanes: [lane: Known(first: 1, last: .max)]))
  }

  /// Whether this process has written any to this lane.
  package var wereWritten: Bool { state.withLock { $0.wereWritten } }

  /// From now on another lane is written to, and nothing is known of others.
  package func begin(_ lane: LaneID) {
    state.withLock { $0 = State(lane: lane, lanes: [lane: Known(first: 1, last: .max)]) }
  }

  /// A marked event was written there, behind all others.
  package func add(_ position: Position) {
    state.withLock { state in
      guard position.lane == state.lane else { return }
      state.wereWritten = true
      if state.hasLost {
        state.lanes[state.lane] = Known(first: position.index, last: .max)
        state.hasLost = false
      }
      state.lanes[state.lane]?.add(position)
    }
  }

  /// One was written, and where is not known yet.
  package func lose() {
    state.withLock { state in
      (state.hasLost, state.wereWritten) = (true, true)
      state.lanes[state.lane] = nil
    }
  }

  /// What was read of another lane: the marked ones between two numbers.
  package func learn(_ range: PositionRange, marked: [PositionRange]) {
    state.withLock { state in
      guard range.lane != state.lane, marked.count <= Self.most else { return }
      state.lanes[range.lane] = Known(first: range.first, last: range.last, runs: marked)
    }
  }

  package func count(_ ranges: [PositionRange]) -> Count {
    state.withLock { state in
      var count = Count()
      for range in ranges {
        guard let known = state.lanes[range.lane] else {
          count.unknown += range.count
          continue
        }
        let inside = range.overlap(from: known.first, to: known.last)
        let marked = known.runs.reduce(0) { sum, run in
          sum + range.overlap(from: max(run.first, known.first), to: run.last)
        }
        count.unknown += range.count - inside
        count.marked += marked
        count.unmarked += inside - marked
      }
      return count
    }
  }
}

extension PositionRange {
  /// How many of its places lie between two numbers.
  fileprivate func overlap(from start: UInt32, to end: UInt32) -> Int {
    guard max(first, start) <= min(last, end) else { return 0 }
    return Int(min(last, end) - max(first, start)) + 1
  }
}
