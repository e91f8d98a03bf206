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
    var events = try FunnelEvents(self, reader)
    var attempts = FunnelAttempts(
      names: names.map { names.firstIndex(of: $0) ?? 0 }, window: window)
    var reached = [Int](repeating: 0, count: steps.count)
    var times = [[Int64]](repeating: [], count: steps.count)
    for users in try events.parts(of: eventsAtOnce, reader) {
      try events.read(users, reader)
      events.forEachBlock { block in
        for user in 0..<FunnelBlock.users {
          let best = attempts.best(block, user, before: length)
          for step in best.indices {
            reached[step] += 1
            if step > 0 { times[step].append(best[step] - best[step - 1]) }
          }
        }
      }
    }
    return Funnel(
      steps: steps.indices.map { step in
        Funnel.Step(
          name: steps[step], users: reached[step],
          medianTime: step == 0 ? nil : times[step].median)
      })
  }

  /// The length of the period.
  private var length: Int64 {
    let length = period.upperBound.subtractingReportingOverflow(period.lowerBound)
    return length.overflow ? .max : length.partialValue
  }

  /// The time of all events that can be a step.
  var periodOfSteps: Period {
    let end = period.upperBound.addingReportingOverflow(window)
    return period.lowerBound..<(end.overflow ? .max : max(end.partialValue, period.upperBound))
  }
}
