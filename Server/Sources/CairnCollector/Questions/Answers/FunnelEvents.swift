/// The events of the users that did the first step of a funnel in its period, by user.
///
/// An event takes eight bytes: the time since the begin of the period, and the step.
struct FunnelEvents {
  private static let stepBits: UInt64 = 3

  private let begin: Int64
  private let table: UserTable
  /// The number of events of each user; -1 for those that did not begin.
  private let counts: [Int32]
  /// The users whose events are in memory.
  private var users = 0..<0
  private var events: [UInt64] = []
  /// The first event of each of these users, and the end of the last.
  private var starts: [Int32] = [0]

  /// Counts the events of each user.
  ///
  /// - Throws: `QuestionTooLarge` when there are too many users or events.
  init(
    _ question: FunnelQuestion, _ reader: borrowing some ActivityReader & ~Copyable
  ) throws {
    begin = question.period.lowerBound
    let first = ActivityRead(question.steps[0], question.period)
    var table = try UserTable(first, of: question.project, reader)
    let begun = try Self.begun(question, first, &table, reader)
    var counts = begun
    var total = 0
    try Self.each(question, table, reader, users: begun) { user, _, _ in
      counts[user] += 1
      total += 1
      if total > FunnelQuestion.maxEvents { throw Self.tooLarge }
    }
    self.table = table
    self.counts = counts
  }

  private static var tooLarge: QuestionTooLarge {
    QuestionTooLarge(
      reason: "the users of the first step have more than \(FunnelQuestion.maxEvents) events "
        + "of the steps, or one of them more than \(FunnelQuestion.maxEventsAtOnce); ask for a "
        + "shorter period, or a shorter window")
  }

  /// Returns parts of the users, each with at most so many events.
  func parts(of size: Int) throws -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var (begin, events) = (0, 0)
    for user in counts.indices {
      let own = Int(max(0, counts[user]))
      if own > size { throw Self.tooLarge }
      if events + own > size {
        parts.append(begin..<user)
        (begin, events) = (user, 0)
      }
      events += own
    }
    return parts + [begin..<counts.count]
  }

  /// Reads the events of these users in place of the others.
  mutating func read(
    _ users: Range<Int>, _ question: FunnelQuestion,
    _ reader: borrowing some ActivityReader & ~Copyable
  ) throws {
    self.users = users
    starts = [0]
    for user in users { starts.append(starts[starts.count - 1] + max(0, counts[user])) }
    var next = starts
    var placed = [UInt64](repeating: 0, count: Int(next[users.count]))
    events = []
    try Self.each(question, table, reader, users: counts) { user, step, time in
      guard users.contains(user) else { return }
      let place = user - users.lowerBound
      placed[Int(next[place])] = UInt64(time - begin) << Self.stepBits | UInt64(step)
      next[place] += 1
    }
    events = placed
  }

  /// Returns 0 for each user that did the first step, and -1 for the others.
  private static func begun(
    _ question: FunnelQuestion, _ first: ActivityRead, _ table: inout UserTable,
    _ reader: borrowing some ActivityReader & ~Copyable
  ) throws -> [Int32] {
    var begun: [Int32] = []
    var users = table
    table = UserTable()
    try reader.eachPart(first, of: question.project) { part in
      try part.forEach { entry in
        guard question.period.contains(entry.time) else { return }
        let user = try users.number(of: entry.user)
        while begun.count <= user { begun += [Int32](repeating: -1, count: 1_024) }
        begun[user] = 0
      }
    }
    table = users
    return begun
  }

  /// Calls the body with the user, the step and the time of each event of the users that began.
  private static func each(
    _ question: FunnelQuestion, _ table: UserTable,
    _ reader: borrowing some ActivityReader & ~Copyable, users: [Int32],
    _ body: (Int, Int, Int64) throws -> Void
  ) throws {
    let names = question.steps.map(ExactText.init)
    let period = question.periodOfSteps
    // The end of the window is a part of it.
    let read = period.lowerBound..<(period.upperBound == .max ? .max : period.upperBound + 1)
    for (step, name) in names.enumerated() where names.firstIndex(of: name) == step {
      try reader.eachPart(ActivityRead(name.text, read), of: question.project) { part in
        try part.forEach { entry in
          guard read.contains(entry.time), let user = table.known(entry.user),
            user < users.count, users[user] >= 0
          else { return }
          try body(user, step, entry.time)
        }
      }
    }
  }

  /// Returns the events of one of the users that were read.
  func events(of user: Int) -> some Sequence<FunnelEvent> {
    let place = user - users.lowerBound
    return events[Int(starts[place])..<Int(starts[place + 1])].lazy.map { [begin] event in
      FunnelEvent(
        step: Int(event & (1 << Self.stepBits - 1)), time: begin + Int64(event >> Self.stepBits))
    }
  }
}
