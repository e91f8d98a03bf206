/// The events of the users that did the first step of a funnel in its period, by user.
///
/// An event takes eight bytes: the time since the begin of the period, the user, and the step.
struct FunnelEvents {
  private static let (userBits, stepBits) = (10, 3)
  private static let usersOfBlock = 1 << userBits
  /// Longer than any period that a query can ask for.
  private static let maxTime = Int64(1) << (64 - 1 - userBits - stepBits)

  private let question: FunnelQuestion
  private var table: UserTable
  /// The users that did the first step.
  private let begun: UserSet
  /// At least the number of their events.
  private let maxCount: Int
  /// The events that are in memory, in blocks of users: a block fits into the processor's cache,
  /// where its events are put in the order of the users.
  private var blocks: [[UInt64]] = []

  /// Finds the users.
  ///
  /// - Throws: `QuestionTooLarge` when there are too many.
  init(
    _ question: FunnelQuestion, _ reader: borrowing some ActivityReader & ~Copyable
  ) throws {
    self.question = question
    let first = ActivityRead(question.steps[0], question.period)
    var table = try UserTable(first, of: question.project, reader)
    begun = try Self.begun(question, first, &table, reader)
    self.table = table
    var count = 0
    var read = Self.steps(of: question)
    read.detailedHours = []
    try reader.eachPart(read, of: question.project) { count += $0.events }
    maxCount = count
  }

  private static var tooLarge: QuestionTooLarge {
    QuestionTooLarge(
      reason: "the users of the first step have more than \(FunnelQuestion.maxEvents) events "
        + "of the steps, or one of them more than \(FunnelQuestion.maxEventsAtOnce); ask for a "
        + "shorter period, or a shorter window")
  }

  /// Returns parts of the users, each with at most so many events.
  ///
  /// - Throws: `QuestionTooLarge` when there are too many events.
  mutating func parts(
    of size: Int, _ reader: borrowing some ActivityReader & ~Copyable
  ) throws -> [Range<Int>] {
    if maxCount <= size { return [0..<table.count] }
    let counts = try counts(reader)
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

  /// Returns the number of events of each user that did the first step, and 0 for the others.
  private mutating func counts(
    _ reader: borrowing some ActivityReader & ~Copyable
  ) throws -> [Int32] {
    var counts = [Int32](repeating: 0, count: table.count)
    var total = 0
    try Self.each(question, &table, reader, users: begun) { user, _, _ in
      counts[user] += 1
      total += 1
      if total > FunnelQuestion.maxEvents { throw Self.tooLarge }
    }
    return counts
  }

  /// Reads the events of these users in place of the others.
  mutating func read(
    _ users: Range<Int>, _ reader: borrowing some ActivityReader & ~Copyable
  ) throws {
    let count = (users.count + Self.usersOfBlock - 1) >> Self.userBits
    var read = [[UInt64]](repeating: [], count: count)
    blocks = []
    let begin = question.period.lowerBound
    try Self.each(question, &table, reader, users: begun) { user, step, time in
      guard users.contains(user) else { return }
      let (place, time) = (user - users.lowerBound, time - begin)
      guard time < Self.maxTime else { throw Self.tooLarge }
      let own = UInt64(place & (Self.usersOfBlock - 1)) << Self.stepBits | UInt64(step)
      read[place >> Self.userBits].append(UInt64(time) << (Self.userBits + Self.stepBits) | own)
    }
    blocks = read
  }

  /// Calls the body with the events of each user that were read.
  func forEachUser(_ body: (UserEvents) -> Void) {
    for block in blocks {
      var starts = [Int](repeating: 0, count: Self.usersOfBlock + 1)
      for event in block { starts[Self.user(event) + 1] += 1 }
      for user in 0..<Self.usersOfBlock { starts[user + 1] += starts[user] }
      var (next, sorted) = (starts, block)
      for event in block {
        sorted[next[Self.user(event)]] = event
        next[Self.user(event)] += 1
      }
      for user in 0..<Self.usersOfBlock where starts[user] < starts[user + 1] {
        let own = sorted[starts[user]..<starts[user + 1]]
        body(UserEvents(begin: question.period.lowerBound, events: own))
      }
    }
  }

  private static func user(_ event: UInt64) -> Int {
    Int(event >> stepBits) & (usersOfBlock - 1)
  }

  /// The events of a user.
  struct UserEvents: Sequence {
    fileprivate var begin: Int64
    fileprivate var events: ArraySlice<UInt64>

    func makeIterator() -> some IteratorProtocol<FunnelEvent> {
      events.lazy.map { [begin] event in
        FunnelEvent(
          step: Int(event & (1 << stepBits - 1)),
          time: begin + Int64(event >> (userBits + stepBits)))
      }.makeIterator()
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
    let selection = steps(of: question)
    try reader.eachPart(selection, of: question.project) { part in
      guard let name = part.name, let step = names.firstIndex(of: ExactText(name)) else { return }
      try table.forEachKnown(part, in: selection.period) { user, time in
        if users.contains(user) { try body(user, step, time) }
      }
    }
  }

  /// All events that can be a step.
  private static func steps(of question: FunnelQuestion) -> ActivityRead {
    let period = question.periodOfSteps
    // The end of the window is a part of it.
    let end = period.upperBound == .max ? .max : period.upperBound + 1
    var selection = ActivityRead(names: question.steps, period: period.lowerBound..<end)
    selection.needsNames = true
    return selection
  }
}
