extension TrendQuestion {
  /// The maximum number of events whose properties are read for an answer.
  static let maxBodies = 100_000
  /// The number of properties that are read at once: each event can be large.
  private static let bodiesAtOnce = 500

  /// Returns the answer with the values of the property as series.
  func answer(
    by property: String, from reader: borrowing some ActivityReader & ~Copyable,
    _ units: UnitFinder
  ) throws -> Trend {
    let newest = NewestEntries(
      project: project, name: name, period: period, limit: Self.maxBodies)
    let found = try newest.answer(from: reader)
    var groups = PropertyGroups(found.entries)
    try groups.read(property, of: project, reader, atOnce: Self.bodiesAtOnce)
    var users: UserTable?
    switch measure {
    case .events: break
    case .users: users = try UserTable(ActivityRead(name, period), of: project, reader)
    }
    let order = try groups.order(by: &users)
    var trend = Trend(starts: units.starts, series: [])
    for group in order.prefix(maxSeries) {
      var series = try groups.count({ $0 == group }, units, &users)
      series.label = try groups.label(group, property, of: project, reader)
      trend.series.append(series)
    }
    let labelled = Set(order.prefix(maxSeries))
    let rest = try groups.count({ !labelled.contains($0) }, units, &users)
    if rest.total > 0 || trend.series.isEmpty { trend.series.append(rest) }
    if !found.isComplete { trend.readFrom = found.entries.last?.time }
    return trend
  }
}

extension JSONScanner {
  /// Returns the value of a property of an event as text; nil when there is none, or it is null.
  ///
  /// A string has its text; every other value has its JSON.
  static func property(_ name: String, of event: String) -> String? {
    let bytes = Array(event.utf8)
    var scanner = JSONScanner(bytes)
    guard let properties = (try? scanner.members())?["properties"], properties.kind == .object
    else { return nil }
    scanner.position = properties.range.lowerBound
    guard let value = (try? scanner.members())?[name] else { return nil }
    switch value.kind {
    case .null: return nil
    case .string: return bytes.text(of: value)
    case .object, .array, .number, .bool: return String(decoding: bytes[value.range], as: UTF8.self)
    }
  }
}
