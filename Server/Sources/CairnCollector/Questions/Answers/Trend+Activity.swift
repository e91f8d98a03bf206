extension TrendQuestion: ActivityQuestion {
  /// The starts of the units, and the end of the last one.
  var boundaries: [Int64] {
    unit.boundaries(of: period, in: timeZone, atMost: CalendarUnit.maxUnits)
  }

  /// Returns the answer, which has one series without a property.
  func answer(from reader: borrowing some ActivityReader & ~Copyable) throws -> Trend {
    let boundaries = boundaries
    let units = UnitFinder(boundaries, in: period)
    if let property { return try answer(by: property, from: reader, units) }
    let series =
      switch measure {
      case .events: try count(reader, boundaries, units)
      case .users: try countUsers(reader, units)
      }
    return Trend(starts: units.starts, series: [series])
  }

  private func count(
    _ reader: borrowing some ActivityReader & ~Copyable, _ boundaries: [Int64],
    _ units: UnitFinder
  ) throws -> Trend.Series {
    var read = ActivityRead(name, period)
    // The number of events suffices for an hour that is in one unit.
    let cuts = boundaries + [period.lowerBound, period.upperBound]
    let hours = cuts.filter { $0.flooringDivided(by: ActivityPart.microseconds).remainder != 0 }
      .map { ActivityPart.hour(of: $0) }
    read.detailedHours = Set(hours)
    var values = [Int](repeating: 0, count: units.count)
    try reader.eachPart(read, of: project) { part in
      if let unit = units.unit(ofAll: part) {
        values[unit] += part.events
      } else {
        part.forEachTime { time in
          if let unit = units.unit(at: time) { values[unit] += 1 }
        }
      }
    }
    return Trend.Series(values: values, total: values.reduce(0, +))
  }

  private func countUsers(
    _ reader: borrowing some ActivityReader & ~Copyable, _ units: UnitFinder
  ) throws -> Trend.Series {
    let read = ActivityRead(name, period)
    var table = try UserTable(read, of: project, reader)
    var counter = UserCounter(units.count)
    try reader.eachPart(read, of: project) { part in
      if let unit = units.unit(ofAll: part) {
        try counter.count(in: unit) { users in
          try table.forEachUser(part) { users.insert($0) }
        }
      } else {
        try table.forEach(part, in: period) { user, time in
          if let unit = units.unit(at: time) { counter.count(user, in: unit) }
        }
      }
    }
    return counter.series
  }
}

/// Counts each user once in each unit, and once in total.
///
/// The units come in the order that `UsersOfUnits` requires.
struct UserCounter {
  private var units = UsersOfUnits()
  private var values: [Int]
  private var all = UserSet()

  init(_ units: Int) { values = [Int](repeating: 0, count: units) }

  var series: Trend.Series {
    var counter = self
    for unit in units.rest() { counter.add(unit) }
    return Trend.Series(values: counter.values, total: counter.all.count)
  }

  mutating func count(_ user: Int, in unit: Int) {
    if let complete = units.insert(user, in: unit) { add(complete) }
  }

  mutating func count(in unit: Int, _ add: (inout UserSet) throws -> Void) rethrows {
    if let complete = try units.insert(in: unit, add) { self.add(complete) }
  }

  private mutating func add(_ complete: UsersOfUnits.Complete) {
    values[complete.unit] += complete.users.count
    all.formUnion(complete.users)
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
  var starts: [Int64] { Array(boundaries.dropLast()) }

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
