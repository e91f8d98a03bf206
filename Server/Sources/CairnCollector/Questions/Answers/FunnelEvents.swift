/// The events of the users that did the first step of a funnel in its period, by user.
///
/// An event takes eight bytes: the time since the begin of the period, the user, and the step.
struct FunnelEvents {
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
    let count = (users.count + FunnelBlock.users - 1) / FunnelBlock.users
    var read = [[UInt64]](repeating: [], count: count)
    blocks = []
    // Most have about as many events.
    let events = min(maxCount, FunnelQuestion.maxEventsAtOnce)
    for block in read.indices { read[block].reserveCapacity(events / count * 9 / 8) }
    let (question, begun, begin) = (question, begun, question.period.lowerBound)
    // Not as elements of the array, whose owner is checked at each change.
    try read.withUnsafeMutableBufferPointer { blocks in
      try Self.each(question, &table, reader, users: begun) { user, step, time in
        guard users.contains(user) else { return }
        let (place, time) = (user - users.lowerBound, time - begin)
        guard time < FunnelBlock.maxTime else { throw Self.tooLarge }
        blocks[place / FunnelBlock.users].append(FunnelBlock.event(place, step, time))
      }
    }
    blocks = read
  }

  /// Calls the body with each block of the users whose events were read.
  func forEachBlock(_ body: (FunnelBlock) -> Void) {
    for block in blocks where !block.isEmpty { body(FunnelBlock(block)) }
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
