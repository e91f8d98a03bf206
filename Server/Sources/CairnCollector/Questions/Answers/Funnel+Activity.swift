extension FunnelQuestion: ActivityQuestion {
  /// The maximum number of events of the users that began.
  static let maxEvents = 16_000_000
  /// The maximum number of these events that are in memory at a time.
  static let maxEventsAtOnce = 3_000_000

  func answer(from reader: borrowing some ActivityReader & ~Copyable) throws -> Funnel {
    try answer(from: reader, eventsAtOnce: Self.maxEventsAtOnce)
  }

  /// Returns the answer; the events are read once more for each part of the users.
  func answer(
    from reader: borrowing some ActivityReader & ~Copyable, eventsAtOnce: Int
  ) throws -> Funnel {
    let names = steps.map(ExactText.init)
    let places = names.map { names.firstIndex(of: $0) ?? 0 }
    var events = try FunnelEvents(self, reader)
    var attempts = FunnelAttempts(places: places, window: window)
    var reached = [Int](repeating: 0, count: steps.count)
    var times = [[Int64]](repeating: [], count: steps.count)
    for users in try events.parts(of: eventsAtOnce, reader) {
      try events.read(users, reader)
      events.forEachUser { events in
        let best = attempts.best(events, in: period)
        for step in best.indices {
          reached[step] += 1
          if step > 0 { times[step].append(best[step] - best[step - 1]) }
        }
      }
    }
    return Funnel(
      steps: steps.indices.map { step in
        Funnel.Step(
          name: steps[step], users: reached[step],
          medianTime: step == 0 ? nil : Self.median(times[step]))
      })
  }

  /// The time of all events that can be a step.
  var periodOfSteps: Period {
    let end = period.upperBound.addingReportingOverflow(window)
    return period.lowerBound..<(end.overflow ? .max : max(end.partialValue, period.upperBound))
  }

  /// Returns the median, which of an even number is the mean of the two in the middle, rounded
  /// down.
  static func median(_ times: [Int64]) -> Int64? {
    guard !times.isEmpty else { return nil }
    let sorted = times.sorted()
    let middle = sorted.count / 2
    if !sorted.count.isMultiple(of: 2) { return sorted[middle] }
    return sorted[middle - 1] + (sorted[middle] - sorted[middle - 1]) / 2
  }
}

/// An event of a step.
struct FunnelEvent {
  /// The first step that has the event's name.
  var step: Int
  var time: Int64
}

/// Finds the attempt of a user that came furthest.
///
/// Its arrays are used again for each attempt: most users have several.
struct FunnelAttempts {
  /// The first step with the same name, for each step.
  private let places: [Int]
  private let window: Int64
  /// The times of the events by name.
  private var times: [[Int64]]
  /// The times of the steps of the current attempt.
  private var reached: [Int64] = []
  /// The last event of each name in the current attempt.
  private var used: [Int]

  init(places: [Int], window: Int64) {
    self.places = places
    self.window = window
    times = [[Int64]](repeating: [], count: places.count)
    used = [Int](repeating: -1, count: places.count)
  }

  /// Returns the times of the steps of the best attempt; empty when there is none.
  mutating func best(_ events: some Sequence<FunnelEvent>, in period: Period) -> [Int64] {
    for place in times.indices { times[place].removeAll(keepingCapacity: true) }
    for event in events { times[event.step].append(event.time) }
    for place in times.indices { times[place].sort() }
    // No attempt comes further than to a step without events.
    let most = places.firstIndex { times[$0].isEmpty } ?? places.count
    var best: [Int64] = []
    for number in times[0].indices where period.contains(times[0][number]) {
      attempt(from: number)
      if reached.count > best.count { best = reached }
      if best.count == most { break }
    }
    return best
  }

  private mutating func attempt(from first: Int) {
    let start = times[0][first]
    var last = start
    reached.removeAll(keepingCapacity: true)
    reached.append(start)
    // An event is used for one step only, so a name that occurs twice needs two events.
    for place in used.indices { used[place] = -1 }
    used[0] = first
    for place in places.dropFirst() {
      let next = max(used[place] + 1, index(of: last, in: place))
      guard next < times[place].count, times[place][next] - start <= window else { break }
      used[place] = next
      last = times[place][next]
      reached.append(last)
    }
  }

  /// Returns the first index of a name's events whose time is not earlier.
  private func index(of time: Int64, in place: Int) -> Int {
    var (low, high) = (0, times[place].count)
    while low < high {
      let middle = (low + high) / 2
      if times[place][middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
