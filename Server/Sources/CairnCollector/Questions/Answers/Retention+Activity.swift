import Foundation

extension RetentionQuestion: ActivityQuestion {
  /// The starts of the cohorts and of the units after them, and the end of the last one.
  struct Boundaries {
    var all: [Int64]
    var cohorts: Int
  }

  var boundaries: Boundaries {
    let cohorts = unit.boundaries(of: period, in: timeZone, atMost: CalendarUnit.maxUnits)
    var all = cohorts
    let clock = LocalClock(timeZone)
    for _ in 0..<units { all.append(clock.next(unit, after: all[all.count - 1])) }
    return Boundaries(all: all, cohorts: cohorts.count - 1)
  }

  /// Returns the answer, of which the units that have not begun are no part.
  func answer(from reader: borrowing some ActivityReader & ~Copyable) throws -> RetentionTable {
    let boundaries = boundaries
    let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
    let period = boundaries.all[0]..<boundaries.all[boundaries.cohorts]
    let isSame = first.map(ExactText.init) == back.map(ExactText.init)
    let end = isSame ? boundaries.all[boundaries.all.count - 1] : period.upperBound
    try reader.list(ActivityRead(first, Self.time(before: end)), of: project)
    // Only who did `first` in the period can be in a cohort.
    var table = try UserTable(ActivityRead(first, period), of: project, reader)
    let cohorts = try cohorts(boundaries, &table, reader)
    var users = [Int](repeating: 0, count: boundaries.cohorts)
    for cohort in cohorts where cohort >= 0 { users[Int(cohort)] += 1 }
    let back = try countBack(boundaries, cohorts, &table, reader)
    return RetentionTable(
      cohorts: (0..<boundaries.cohorts).map { cohort in
        let begun = (0..<units).prefix { boundaries.all[cohort + 1 + $0] <= now }
        return RetentionTable.Cohort(
          start: boundaries.all[cohort], users: users[cohort],
          back: Array(back[cohort][..<begun.count]))
      })
  }

  /// Returns the time from the first that an event can have, which a local day can precede.
  private static func time(before end: Int64) -> Period {
    let first = Timestamp.clamped(.min)
    return first..<max(first + 1, end)
  }

  /// Returns the cohort of each user; -1 for a user without one.
  private func cohorts(
    _ boundaries: Boundaries, _ table: inout UserTable,
    _ reader: borrowing some ActivityReader & ~Copyable
  ) throws -> [Int32] {
    let period = boundaries.all[0]..<boundaries.all[boundaries.cohorts]
    var firsts: [Int64] = []
    // A user's events of later hours than one with an event are not the first.
    var known = UserSet()
    var (hour, found) = (Int64.min, [Int]())
    var users = table
    table = UserTable()
    try reader.eachPart(ActivityRead(first, period), of: project) { part in
      if part.hour > hour {
        for user in found { known.insert(user) }
        (hour, found) = (part.hour, [])
      }
      try users.forEach(part, in: period) { user, time in
        guard !known.contains(user) else { return }
        while firsts.count <= user { firsts += [Int64](repeating: .max, count: 1_024) }
        if firsts[user] == .max { found.append(user) }
        if time < firsts[user] { firsts[user] = time }
      }
    }
    let before = Self.time(before: period.lowerBound)
    try reader.eachPart(ActivityRead(first, before), of: project) { part in
      users.forEachKnown(part, in: before) { user, time in
        if user < firsts.count { firsts[user] = min(firsts[user], time) }
      }
    }
    table = users
    let finder = UnitFinder(Array(boundaries.all[...boundaries.cohorts]), in: self.period)
    return firsts.map { Int32(finder.unit(at: $0) ?? -1) }
  }

  /// Returns the numbers of the users that came back, by cohort and units later.
  private func countBack(
    _ boundaries: Boundaries, _ cohorts: [Int32], _ table: inout UserTable,
    _ reader: borrowing some ActivityReader & ~Copyable
  ) throws -> [[Int]] {
    let later = boundaries.all[0]..<boundaries.all[boundaries.all.count - 1]
    let finder = UnitFinder(boundaries.all, in: later)
    var back = [[Int]](
      repeating: [Int](repeating: 0, count: units), count: boundaries.cohorts)
    let count = { (complete: UsersOfUnits.Complete) in
      complete.users.forEach { user in
        guard user < cohorts.count, cohorts[user] >= 0 else { return }
        let later = complete.unit - Int(cohorts[user]) - 1
        if (0..<units).contains(later) { back[Int(cohorts[user])][later] += 1 }
      }
    }
    var users = UsersOfUnits()
    try reader.eachPart(ActivityRead(self.back, later), of: project) { part in
      if let unit = finder.unit(ofAll: part) {
        let complete = users.insert(in: unit) { users in
          table.forEachKnownUser(part) { users.insert($0) }
        }
        complete.map(count)
      } else {
        table.forEachKnown(part, in: later) { user, time in
          if let unit = finder.unit(at: time) { users.insert(user, in: unit).map(count) }
        }
      }
    }
    users.rest().forEach(count)
    return back
  }
}
