extension TrendQuestion {
  /// The maximum number of events whose properties are read for an answer.
  static let maxBodies = 100_000

  /// Returns the entries whose properties are read: the newest ones.
  func entriesToRead(_ activity: Activity) -> (entries: [ActivityEntry], isComplete: Bool) {
    var entries: [ActivityEntry] = []
    for part in activity.parts.first ?? [] {
      part.forEach { if period.contains($0.time) { entries.append($0) } }
    }
    guard entries.count > Self.maxBodies else { return (entries, true) }
    entries.sort { ($0.time, $0.sequence) > ($1.time, $1.sequence) }
    return (Array(entries[..<Self.maxBodies]), false)
  }

  /// Returns the answer by the values of the property.
  ///
  /// - Parameters:
  ///   - entries: The entries that were read.
  ///   - labels: The values by the numbers of the events.
  ///   - links: The users of anonymous ids.
  ///   - boundaries: The starts of the units, and the end of the last one.
  /// - Returns: The series with the greatest totals, and that of the rest.
  func answer(
    _ entries: [ActivityEntry], labels: [Int64: String], _ links: [ActivityLink],
    _ boundaries: [Int64]
  ) -> Trend {
    let units = UnitFinder(boundaries, in: period)
    var groups: [ExactText: [ActivityEntry]] = [:]
    var rest: [ActivityEntry] = []
    for entry in entries {
      if let label = labels[entry.sequence] {
        groups[ExactText(label), default: []].append(entry)
      } else {
        rest.append(entry)
      }
    }
    let counted = groups.map { (label: $0.key, series: count($0.value, units, links)) }
    let sorted = counted.sorted { left, right in
      left.series.total == right.series.total
        ? left.label < right.label : left.series.total > right.series.total
    }
    for group in sorted.dropFirst(maxSeries) { rest += groups[group.label] ?? [] }
    var trend = Trend(starts: Array(boundaries.dropLast()), series: [])
    for group in sorted.prefix(maxSeries) {
      var series = group.series
      series.label = group.label.text
      trend.series.append(series)
    }
    if !rest.isEmpty || trend.series.isEmpty { trend.series.append(count(rest, units, links)) }
    return trend
  }

  private func count(
    _ entries: [ActivityEntry], _ units: UnitFinder, _ links: [ActivityLink]
  ) -> Trend.Series {
    switch measure {
    case .events:
      var values = [Int](repeating: 0, count: units.count)
      for entry in entries { if let unit = units.unit(at: entry.time) { values[unit] += 1 } }
      return Trend.Series(values: values, total: values.reduce(0, +))
    case .users:
      var counter = UserCounter(units.count)
      var table = UserTable(links)
      for entry in entries.sorted(by: { $0.time < $1.time }) {
        guard let unit = units.unit(at: entry.time) else { continue }
        counter.count(table.number(of: entry.user), in: unit)
      }
      return counter.series
    }
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
