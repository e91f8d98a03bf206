extension FunnelQuestion {
  /// The activity that the answer needs.
  var request: ActivityRequest {
    let end = period.upperBound.addingReportingOverflow(window)
    let last = end.overflow ? Int64.max : end.partialValue
    let all = period.lowerBound..<max(last, period.upperBound)
    // The end of the window is a part of it.
    var read = ActivityRequest.Read(
      names: Array(Set(steps.map(ExactText.init))).map(\.text),
      period: all.lowerBound..<(all.upperBound == .max ? .max : all.upperBound + 1))
    read.needsNames = true
    return ActivityRequest(project: project, reads: [read], needsLinks: true)
  }

  /// Returns the answer from the activity of `request`.
  func answer(_ activity: Activity) -> Funnel {
    let names = steps.map(ExactText.init)
    let places = names.map { names.firstIndex(of: $0) ?? 0 }
    var table = UserTable(activity.links)
    var events = eventsByUser(activity.parts.first ?? [], names, &table)
    var attempts = FunnelAttempts(places: places, window: window)
    var reached = [Int](repeating: 0, count: steps.count)
    var times = [[Int64]](repeating: [], count: steps.count)
    for user in events.users {
      let best = attempts.best(events.sorted(user), in: period)
      for step in best.indices {
        reached[step] += 1
        if step > 0 { times[step].append(best[step] - best[step - 1]) }
      }
    }
    return Funnel(
      steps: steps.indices.map { step in
        Funnel.Step(name: steps[step], users: reached[step], medianTime: Self.median(times[step]))
      })
  }

  /// Returns the events of the users that did the first step, by user.
  private func eventsByUser(
    _ parts: [ActivityPart], _ names: [ExactText], _ table: inout UserTable
  ) -> UserEvents {
    var began: [Bool] = []
    var all: [FunnelEvent] = []
    all.reserveCapacity(parts.reduce(0) { $0 + $1.events })
    for part in parts {
      guard let name = part.name, let step = names.firstIndex(of: ExactText(name)) else { continue }
      part.forEach { entry in
        let user = table.number(of: entry.user)
        while began.count <= user { began += [Bool](repeating: false, count: 1_024) }
        if step == 0, period.contains(entry.time) { began[user] = true }
        all.append(
          FunnelEvent(
            user: Int32(user), step: Int32(step), time: entry.time, sequence: entry.sequence))
      }
    }
    return UserEvents(all.filter { began[Int($0.user)] }, users: began.count)
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
  var user: Int32
  /// The first step that has the event's name.
  var step: Int32
  var time: Int64
  var sequence: Int64

  func isAfter(_ other: FunnelEvent) -> Bool {
    time == other.time ? sequence > other.sequence : time > other.time
  }
}

/// Events in the order of their users.
private struct UserEvents {
  private var events: [FunnelEvent]
  /// The first event of each user, and the end of the last.
  private var starts: [Int]

  /// Sorts the events by user in linear time.
  init(_ all: [FunnelEvent], users: Int) {
    starts = [Int](repeating: 0, count: users + 1)
    for event in all { starts[Int(event.user) + 1] += 1 }
    for user in 0..<users { starts[user + 1] += starts[user] }
    var next = starts
    events = all
    for event in all {
      events[next[Int(event.user)]] = event
      next[Int(event.user)] += 1
    }
  }

  /// The users that have events.
  var users: [Int] { starts.indices.dropLast().filter { starts[$0] < starts[$0 + 1] } }

  /// Sorts the events of a user by time, and returns them.
  mutating func sorted(_ user: Int) -> ArraySlice<FunnelEvent> {
    let range = starts[user]..<starts[user + 1]
    // The time of the insertions below grows with the square of the number.
    if range.count > 64 {
      events[range].sort { $1.isAfter($0) }
      return events[range]
    }
    // Parts are read in the order of hours, so that few events are out of order.
    for place in range.dropFirst() {
      let event = events[place]
      var free = place
      while free > range.lowerBound, events[free - 1].isAfter(event) {
        events[free] = events[free - 1]
        free -= 1
      }
      events[free] = event
    }
    return events[range]
  }
}

/// Finds the attempt of a user that came furthest.
///
/// Its arrays are used again for each attempt: most users have several.
private struct FunnelAttempts {
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
  mutating func best(_ events: ArraySlice<FunnelEvent>, in period: Period) -> [Int64] {
    for place in times.indices { times[place].removeAll(keepingCapacity: true) }
    for event in events { times[Int(event.step)].append(event.time) }
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
