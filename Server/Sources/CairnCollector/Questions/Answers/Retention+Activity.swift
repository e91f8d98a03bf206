import Foundation

extension RetentionQuestion {
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

  /// The activity that the answer needs: all first events, and those of coming back.
  func request(_ boundaries: Boundaries) -> ActivityRequest {
    let end = boundaries.all[boundaries.all.count - 1]
    let start = Timestamp.clamped(.min)
    if hasOneName {
      let both = ActivityRequest.Read(
        names: first.map { [$0] }, period: start..<max(end, period.upperBound))
      return ActivityRequest(project: project, reads: [both], needsLinks: true)
    }
    let firsts = ActivityRequest.Read(
      names: first.map { [$0] }, period: start..<period.upperBound)
    let backs = ActivityRequest.Read(
      names: back.map { [$0] }, period: period.lowerBound..<max(end, period.upperBound))
    return ActivityRequest(project: project, reads: [firsts, backs], needsLinks: true)
  }

  /// Whether the same events make a cohort and count as coming back: they are read once.
  private var hasOneName: Bool { first.map(ExactText.init) == back.map(ExactText.init) }

  /// Returns the answer from the activity of `request`; `now` is in microseconds since 1970.
  func answer(_ activity: Activity, _ boundaries: Boundaries, now: Int64) -> RetentionTable {
    var table = UserTable(activity.links)
    let cohorts = cohorts(activity.parts[0], boundaries, &table)
    let finder = UnitFinder(
      boundaries.all, in: boundaries.all[0]..<boundaries.all[boundaries.all.count - 1])
    var users = [Int](repeating: 0, count: boundaries.cohorts)
    for cohort in cohorts where cohort >= 0 { users[Int(cohort)] += 1 }
    var back = [[Int]](
      repeating: [Int](repeating: 0, count: units), count: boundaries.cohorts)
    // The units after the cohort in which a user came back, one bit each.
    let words = (units + 63) / 64
    var seen = [UInt64](repeating: 0, count: cohorts.count * words)
    for part in activity.parts[activity.parts.count - 1]
    where part.period.upperBound > boundaries.all[0] {
      let common = finder.unit(ofAll: part)
      part.forEach { entry in
        let user = table.number(of: entry.user)
        guard user < cohorts.count, cohorts[user] >= 0,
          let unit = common ?? finder.unit(containing: entry.time)
        else { return }
        let later = unit - Int(cohorts[user]) - 1
        guard (0..<units).contains(later) else { return }
        let (word, bit) = (user * words + later / 64, UInt64(1) << (later % 64))
        guard seen[word] & bit == 0 else { return }
        seen[word] |= bit
        back[Int(cohorts[user])][later] += 1
      }
    }
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
    _ parts: [ActivityPart], _ boundaries: Boundaries, _ table: inout UserTable
  ) -> [Int32] {
    var firsts: [Int64] = []
    for part in parts {
      part.forEach { entry in
        let user = table.number(of: entry.user)
        while firsts.count <= user { firsts += [Int64](repeating: .max, count: 1_024) }
        if entry.time < firsts[user] { firsts[user] = entry.time }
      }
    }
    let finder = UnitFinder(Array(boundaries.all[...boundaries.cohorts]), in: period)
    return firsts.map { Int32(finder.unit(at: $0) ?? -1) }
  }
}
