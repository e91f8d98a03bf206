/// An index of the positions that hold marked events, as far as this process has written or read
/// them.
///
/// Its memory does not grow with the journal; positions about which nothing is known any more are
/// counted as unknown. It is safe to use from any thread.
package final class MarkedPositions: Sendable {
  /// The numbers of marked, unmarked and unknown positions.
  package struct Count: Equatable, Sendable {
    package var marked = 0
    package var unmarked = 0
    package var unknown = 0

    package init(marked: Int = 0, unmarked: Int = 0, unknown: Int = 0) {
      (self.marked, self.unmarked, self.unknown) = (marked, unmarked, unknown)
    }
  }

  /// The maximum number of ranges of marked events that are remembered for each lane.
  package static let most = 1_024

  /// The known part of a lane: everything from `first` to `last`.
  private struct Known: Sendable {
    var first: UInt32
    var last: UInt32
    /// The ranges of marked events, in order.
    var runs: [PositionRange] = []

    mutating func add(_ position: Position) {
      runs.append(position)
      guard runs.count > MarkedPositions.most else { return }
      runs.removeFirst(MarkedPositions.most / 2)
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

  /// Creates an index; `lane` is the lane that is written to, of which everything is known.
  package init(_ lane: LaneID) {
    state = Locked(State(lane: lane, lanes: [lane: Known(first: 1, last: .max)]))
  }

  /// Whether this process has written a marked event to the current lane.
  package var wereWritten: Bool { state.withLock { $0.wereWritten } }

  /// Begins another lane, and forgets everything about the others.
  package func begin(_ lane: LaneID) {
    state.withLock { $0 = State(lane: lane, lanes: [lane: Known(first: 1, last: .max)]) }
  }

  /// Adds the position of a new marked event, which follows all others.
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

  /// Notes that a marked event was recorded whose position is not known yet.
  package func lose() {
    state.withLock { state in
      (state.hasLost, state.wereWritten) = (true, true)
      state.lanes[state.lane] = nil
    }
  }

  /// Adds what was read of another lane: the marked positions within a range.
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
  /// Returns the number of positions between two numbers.
  fileprivate func overlap(from start: UInt32, to end: UInt32) -> Int {
    guard max(first, start) <= min(last, end) else { return 0 }
    return Int(min(last, end) - max(first, start)) + 1
  }
}
