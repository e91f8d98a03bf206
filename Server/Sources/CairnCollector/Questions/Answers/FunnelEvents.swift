/// The events of the users that did the first step of a funnel in its period, by user.
///
/// An event takes eight bytes: the time since the begin of the period, and the step.
struct FunnelEvents {
  private static let stepBits: UInt64 = 3

  private let begin: Int64
  private var events: [UInt64] = []
  /// The first event of each user, and the end of the last.
  private var starts: [Int32] = [0]
  /// The number of steps that each user reached, of which the times have replaced the events.
  private var reached: [UInt8] = []

  /// - Throws: `QuestionTooLarge` when there are too many events.
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
      guard total <= FunnelQuestion.maxEvents else {
        throw QuestionTooLarge(
          reason: "the users of the first step have more than \(FunnelQuestion.maxEvents) events "
            + "of the steps; ask for a shorter period, or a shorter window")
      }
    }
    starts = [Int32](repeating: 0, count: counts.count + 1)
    for user in counts.indices { starts[user + 1] = starts[user] + max(0, counts[user]) }
    var next = starts
    let begin = begin
    var placed = [UInt64](repeating: 0, count: total)
    try Self.each(question, table, reader, users: begun) { user, step, time in
      placed[Int(next[user])] = UInt64(time - begin) << Self.stepBits | UInt64(step)
      next[user] += 1
    }
    events = placed
    reached = [UInt8](repeating: 0, count: counts.count)
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

  var users: Int { reached.count }

  private func range(_ user: Int) -> Range<Int> { Int(starts[user])..<Int(starts[user + 1]) }

  func events(of user: Int) -> some Sequence<FunnelEvent> {
    events[range(user)].lazy.map { [begin] event in
      FunnelEvent(
        step: Int(event & (1 << Self.stepBits - 1)), time: begin + Int64(event >> Self.stepBits))
    }
  }

  /// Replaces the events of a user by the times between the steps that it reached.
  mutating func keepTimes(of best: [Int64], _ user: Int) {
    reached[user] = UInt8(best.count)
    for step in best.indices.dropFirst() {
      events[Int(starts[user]) + step] = UInt64(best[step] - best[step - 1])
    }
  }

  /// Returns the times from the step before, of all users that reached the step.
  func times(of step: Int) -> [Int64] {
    reached.indices.lazy.filter { reached[$0] > step }.map { Int64(events[Int(starts[$0]) + step]) }
  }
}
