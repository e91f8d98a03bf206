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
    // Only who did `first` in the period can be in a cohort.
    var table = try UserTable(ActivityRead(first, period), of: project, reader)
    let cohorts = try cohorts(boundaries, &table, reader)
    var users = [Int](repeating: 0, count: boundaries.cohorts)
    for cohort in cohorts where cohort >= 0 { users[Int(cohort)] += 1 }
    let back = try countBack(boundaries, cohorts, table, reader)
    return RetentionTable(
      cohorts: (0..<boundaries.cohorts).map { cohort in
        let begun = (0..<units).prefix { boundaries.all[cohort + 1 + $0] <= now }
        return RetentionTable.Cohort(
          start: boundaries.all[cohort], users: users[cohort],
          back: Array(back[cohort][..<begun.count]))
      })
  }

  /// Returns the cohort of each user; -1 for a user without one.
  private func cohorts(
    _ boundaries: Boundaries, _ table: inout UserTable,
    _ reader: borrowing some ActivityReader & ~Copyable
  ) throws -> [Int32] {
    let period = boundaries.all[0]..<boundaries.all[boundaries.cohorts]
    var firsts: [Int64] = []
    var users = table
    table = UserTable()
    try reader.eachPart(ActivityRead(first, period), of: project) { part in
      try part.forEach { entry in
        guard period.contains(entry.time) else { return }
        let user = try users.number(of: entry.user)
        while firsts.count <= user { firsts += [Int64](repeating: .max, count: 1_024) }
        if entry.time < firsts[user] { firsts[user] = entry.time }
      }
    }
    let before = Timestamp.clamped(.min)..<max(Timestamp.clamped(.min) + 1, period.lowerBound)
    try reader.eachPart(ActivityRead(first, before), of: project) { part in
      part.forEach { entry in
        guard before.contains(entry.time), let user = users.known(entry.user), user < firsts.count
        else { return }
        firsts[user] = min(firsts[user], entry.time)
      }
    }
    table = users
    let finder = UnitFinder(Array(boundaries.all[...boundaries.cohorts]), in: self.period)
    return firsts.map { Int32(finder.unit(at: $0) ?? -1) }
  }

  /// Returns the numbers of the users that came back, by cohort and units later.
  private func countBack(
    _ boundaries: Boundaries, _ cohorts: [Int32], _ table: UserTable,
    _ reader: borrowing some ActivityReader & ~Copyable
  ) throws -> [[Int]] {
    let later = boundaries.all[0]..<boundaries.all[boundaries.all.count - 1]
    let finder = UnitFinder(boundaries.all, in: later)
    var back = [[Int]](
      repeating: [Int](repeating: 0, count: units), count: boundaries.cohorts)
    // The units after the cohort in which a user came back, one bit each.
    let words = (units + 63) / 64
    var seen = [UInt64](repeating: 0, count: cohorts.count * words)
    try reader.eachPart(ActivityRead(self.back, later), of: project) { part in
      let common = finder.unit(ofAll: part)
      part.forEach { entry in
        guard let user = table.known(entry.user), user < cohorts.count, cohorts[user] >= 0,
          let unit = common ?? finder.unit(at: entry.time)
        else { return }
        let later = unit - Int(cohorts[user]) - 1
        guard (0..<units).contains(later) else { return }
        let (word, bit) = (user * words + later / 64, UInt64(1) << (later % 64))
        guard seen[word] & bit == 0 else { return }
        seen[word] |= bit
        back[Int(cohorts[user])][later] += 1
      }
    }
    return back
  }
}
