extension TrendQuestion {
  /// The starts of the units, and the end of the last one.
  var boundaries: [Int64] {
    unit.boundaries(of: period, in: timeZone, atMost: CalendarUnit.maxUnits)
  }

  /// The activity that the answer needs.
  func request(_ boundaries: [Int64]) -> ActivityRequest {
    var read = ActivityRequest.Read(names: name.map { [$0] }, period: period)
    switch measure {
    case .users: break
    case .events:
      if property == nil {
        let cuts = boundaries + [period.lowerBound, period.upperBound]
        let hours = cuts.filter { $0.flooringDivided(by: ActivityPart.microseconds).remainder != 0 }
          .map { ActivityPart.hour(of: $0) }
        read.detailedHours = Set(hours).sorted()
      }
    }
    return ActivityRequest(project: project, reads: [read], needsLinks: measure == .users)
  }

  /// Returns the answer without a breakdown.
  func answer(_ activity: Activity, _ boundaries: [Int64]) -> Trend {
    let units = UnitFinder(boundaries, in: period)
    let parts = activity.parts.first ?? []
    let series =
      switch measure {
      case .events: Self.count(parts, units)
      case .users: Self.countUsers(parts, units, activity.links)
      }
    return Trend(starts: Array(boundaries.dropLast()), series: [series])
  }

  private static func count(_ parts: [ActivityPart], _ units: UnitFinder) -> Trend.Series {
    var values = [Int](repeating: 0, count: units.count)
    for part in parts {
      if let unit = units.unit(ofAll: part) {
        values[unit] += part.events
      } else {
        part.forEach { entry in
          if let unit = units.unit(at: entry.time) { values[unit] += 1 }
        }
      }
    }
    return Trend.Series(values: values, total: values.reduce(0, +))
  }

  private static func countUsers(
    _ parts: [ActivityPart], _ units: UnitFinder, _ links: [ActivityLink]
  ) -> Trend.Series {
    var counter = UserCounter(units.count)
    var table = UserTable(links)
    var part = parts.startIndex
    // A user is counted when the unit differs from the last one: units come in their order. In an
    // hour with a boundary, the entries are read once for each unit.
    while part < parts.endIndex {
      let end = parts[part...].firstIndex { $0.hour != parts[part].hour } ?? parts.endIndex
      let hour = parts[part..<end]
      for unit in units.units(in: parts[part].period) {
        let isWhole = units.unit(ofAll: parts[part]) != nil
        for part in hour {
          part.forEach { entry in
            guard isWhole || units.unit(at: entry.time) == unit else { return }
            counter.count(table.number(of: entry.user), in: unit)
          }
        }
      }
      part = end
    }
    return counter.series
  }
}

/// Counts each user once in each unit, and once in total; the units come in their order.
struct UserCounter {
  private var values: [Int]
  private var total = 0
  private var lastUnits: [Int32] = []

  init(_ units: Int) { values = [Int](repeating: 0, count: units) }

  var series: Trend.Series { Trend.Series(values: values, total: total) }

  mutating func count(_ user: Int, in unit: Int) {
    while lastUnits.count <= user {
      lastUnits += [Int32](repeating: -1, count: max(1_024, lastUnits.count))
    }
    let last = lastUnits[user]
    guard last != Int32(unit) else { return }
    lastUnits[user] = Int32(unit)
    values[unit] += 1
    if last < 0 { total += 1 }
  }
}

/// Finds the unit of a time.
struct UnitFinder {
  private let boundaries: [Int64]
  private let period: Period

  init(_ boundaries: [Int64], in period: Period) {
    self.boundaries = boundaries
    self.period = period
  }

  var count: Int { max(0, boundaries.count - 1) }

  /// Returns the unit of a time; nil outside the period.
  func unit(at time: Int64) -> Int? {
    period.contains(time) ? unit(containing: time) : nil
  }

  /// Returns the unit of all events of a part; nil when they can differ.
  func unit(ofAll part: ActivityPart) -> Int? {
    let hour = part.period
    guard hour.clamped(to: period) == hour, let unit = unit(containing: hour.lowerBound),
      hour.upperBound <= boundaries[unit + 1]
    else { return nil }
    return unit
  }

  /// Returns the units that have a part of the hour.
  func units(in hour: Period) -> Range<Int> {
    let common = hour.clamped(to: period)
    guard !common.isEmpty, let first = unit(containing: common.lowerBound),
      let last = unit(containing: common.upperBound - 1)
    else { return 0..<0 }
    return first..<last + 1
  }

  /// Returns the unit of a time; nil before the first and after the last one.
  func unit(containing time: Int64) -> Int? {
    // The first boundary after the time.
    var (low, high) = (0, boundaries.count)
    while low < high {
      let middle = (low + high) / 2
      if boundaries[middle] > time { high = middle } else { low = middle + 1 }
    }
    return low > 0 && low < boundaries.count ? low - 1 : nil
  }
}
