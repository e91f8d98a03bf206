/// The newest entries that match, up to a number.
struct NewestEntries: ActivityQuestion {
  var project: String
  var name: String?
  var period: Period
  var limit: Int
  /// The keys of the users; nil for all.
  var users: Set<UInt64>?
  var after: SearchPosition?

  func answer(from reader: borrowing some ActivityReader & ~Copyable) throws -> Found {
    var read = ActivityRead(name, period)
    read.isNewestFirst = true
    read.needsSequences = true
    read.users = users
    var found = Found()
    var hour = Int64.max
    try reader.parts(read, of: project) { part in
      // The parts of one hour have no order.
      let isEnough = found.entries.count >= limit && part.hour < hour
      hour = part.hour
      var goesOn = true
      part.forEach { entry in
        guard goesOn, matches(entry) else { return }
        if isEnough {
          found.isComplete = false
          goesOn = false
        } else {
          found.entries.append(entry)
        }
      }
      if found.entries.count >= 2 * limit { found.cut(to: limit) }
      return goesOn
    }
    found.cut(to: limit)
    return found
  }

  private func matches(_ entry: ActivityEntry) -> Bool {
    period.contains(entry.time) && users?.contains(entry.user) != false
      && after?.isBefore(entry.time, entry.sequence) != false
  }

  struct Found: Sendable {
    /// The newest first.
    var entries: [ActivityEntry] = []
    /// Whether there are no more.
    var isComplete = true

    fileprivate mutating func cut(to limit: Int) {
      entries.sort { ($0.time, $0.sequence) > ($1.time, $1.sequence) }
      guard entries.count > limit else { return }
      entries.removeLast(entries.count - limit)
      isComplete = false
    }
  }
}
