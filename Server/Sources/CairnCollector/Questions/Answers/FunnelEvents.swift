/// The events of the users that did the first step of a funnel in its period, by user.
///
/// An event takes eight bytes: the time since the begin of the period, and the step.
struct FunnelEvents {
  private static let stepBits: UInt64 = 3

  private let begin: Int64
  private var table: UserTable
  /// The users that did the first step.
  private let begun: UserSet
  /// The number of events of each user that did the first step; 0 for the others.
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
    var counts = [Int32](repeating: 0, count: table.count)
    var total = 0
    try Self.each(question, &table, reader, users: begun) { user, _, _ in
      counts[user] += 1
      total += 1
      if total > FunnelQuestion.maxEvents { throw Self.tooLarge }
    }
    self.table = table
    self.begun = begun
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
      let own = Int(counts[user])
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
    for user in users { starts.append(starts[starts.count - 1] + counts[user]) }
    var next = starts
    events = []
    let count = Int(next[users.count])
    events = try [UInt64](unsafeUninitializedCapacity: count) { placed, initialized in
      placed.initialize(repeating: 0)
      initialized = count
      try next.withUnsafeMutableBufferPointer { next in
        try Self.each(question, &table, reader, users: begun) { user, step, time in
          let place = user - users.lowerBound
          guard users.contains(user), next[place] < count else { return }
          placed[Int(next[place])] = UInt64(time - begin) << Self.stepBits | UInt64(step)
          next[place] += 1
        }
      }
    }
  }

  /// Returns the users that did the first step.
  private static func begun(
    _ question: FunnelQuestion, _ first: ActivityRead, _ table: inout UserTable,
    _ reader: borrowing some ActivityReader & ~Copyable
  ) throws -> UserSet {
    var begun = UserSet()
    var users = table
    table = UserTable()
    try reader.eachPart(first, of: question.project) { part in
      try users.forEach(part, in: question.period) { user, _ in begun.insert(user) }
    }
    table = users
    return begun
  }

  /// Calls the body with the user, the step and the time of each event of the users that began.
  private static func each(
    _ question: FunnelQuestion, _ table: inout UserTable,
    _ reader: borrowing some ActivityReader & ~Copyable, users: UserSet,
    _ body: (Int, Int, Int64) throws -> Void
  ) throws {
    let names = question.steps.map(ExactText.init)
    let period = question.periodOfSteps
    // The end of the window is a part of it.
    let read = period.lowerBound..<(period.upperBound == .max ? .max : period.upperBound + 1)
    var selection = ActivityRead(names: question.steps, period: read)
    selection.needsNames = true
    try reader.eachPart(selection, of: question.project) { part in
      guard let name = part.name, let step = names.firstIndex(of: ExactText(name)) else { return }
      try table.forEachKnown(part, in: read) { user, time in
        if users.contains(user) { try body(user, step, time) }
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
