/// Events by the value of a property.
///
/// A value can be as long as an event, so that only its beginning is kept; a hash tells values
/// apart.
struct PropertyGroups {
  private struct Value {
    /// The first characters.
    var beginning: String
    /// An event that has the value; nil if the beginning is all of it.
    var event: Int64?
  }

  /// The group of events without the property.
  static let none: Int32 = -1
  private static let maxBytesOfBeginning = 80

  /// In the order of their numbers in the store.
  private let entries: [ActivityEntry]
  /// The group of each entry.
  private var groups: [Int32]
  private var values: [Value] = []
  private var numbers: [UInt64: Int32] = [:]
  private let key = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

  init(_ entries: [ActivityEntry]) {
    self.entries = entries.sorted { $0.sequence < $1.sequence }
    groups = [Int32](repeating: Self.none, count: entries.count)
  }

  /// Reads the property of all events, this many at once.
  mutating func read(
    _ property: String, of project: String, _ reader: borrowing some ActivityReader & ~Copyable,
    atOnce size: Int
  ) throws {
    for start in stride(from: 0, to: entries.count, by: size) {
      let chunk = entries[start..<min(start + size, entries.count)]
      try reader.bodies(of: project, chunk.map(\.sequence)) { sequence, body in
        guard let text = JSONScanner.property(property, of: body) else { return }
        let place = Self.place(of: sequence, in: chunk)
        if place < chunk.endIndex, chunk[place].sequence == sequence {
          groups[place] = group(of: text, sequence)
        }
      }
    }
  }

  private static func place(of sequence: Int64, in chunk: ArraySlice<ActivityEntry>) -> Int {
    var (low, high) = (chunk.startIndex, chunk.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if chunk[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func group(of text: String, _ sequence: Int64) -> Int32 {
    var text = text
    let hash = text.withUTF8 { SipHash.hash(UnsafeRawBufferPointer($0), key: key) }
    if let number = numbers[hash] { return number }
    let number = Int32(values.count)
    numbers[hash] = number
    let isShort = text.utf8.count <= Self.maxBytesOfBeginning
    values.append(
      Value(
        beginning: isShort
          ? text : String(decoding: text.utf8.prefix(Self.maxBytesOfBeginning), as: UTF8.self),
        event: isShort ? nil : sequence))
    return number
  }

  /// Returns the groups with a value, those with the greatest totals first.
  func order(by users: inout UserTable?) throws -> [Int32] {
    let totals = try totals(&users)
    return values.indices.map { Int32($0) }.sorted { left, right in
      let (one, other) = (totals[Int(left)], totals[Int(right)])
      if one != other { return one > other }
      return ExactText(values[Int(left)].beginning) < ExactText(values[Int(right)].beginning)
    }
  }

  private func totals(_ users: inout UserTable?) throws -> [Int] {
    var totals = [Int](repeating: 0, count: values.count)
    guard var table = users else {
      for group in groups where group >= 0 { totals[Int(group)] += 1 }
      return totals
    }
    // The only reference, so that no change copies the table.
    users = nil
    var pairs: [UInt64] = []
    for (entry, group) in zip(entries, groups) where group >= 0 {
      pairs.append(UInt64(group) << 32 | UInt64(try table.number(of: entry.user)))
    }
    users = table
    pairs.sort()
    var last: UInt64?
    for pair in pairs where pair != last {
      totals[Int(pair >> 32)] += 1
      last = pair
    }
    return totals
  }

  /// Returns the series of the groups for which the condition holds.
  func count(
    _ isCounted: (Int32) -> Bool, _ units: UnitFinder, _ users: inout UserTable?
  ) throws -> Trend.Series {
    guard var table = users else {
      var values = [Int](repeating: 0, count: units.count)
      for (entry, group) in zip(entries, groups) where isCounted(group) {
        if let unit = units.unit(at: entry.time) { values[unit] += 1 }
      }
      return Trend.Series(values: values, total: values.reduce(0, +))
    }
    users = nil
    var counter = UserCounter(units.count)
    let counted = zip(entries, groups).filter { isCounted($1) }.map(\.0)
    for entry in counted.sorted(by: { $0.time < $1.time }) {
      guard let unit = units.unit(at: entry.time) else { continue }
      counter.count(try table.number(of: entry.user), in: unit)
    }
    users = table
    return counter.series
  }

  /// Returns the value of a group.
  func label(
    _ group: Int32, _ property: String, of project: String,
    _ reader: borrowing some ActivityReader & ~Copyable
  ) throws -> String {
    let value = values[Int(group)]
    var label = value.beginning
    guard let event = value.event else { return label }
    try reader.bodies(of: project, [event]) { _, body in
      label = JSONScanner.property(property, of: body) ?? label
    }
    return label
  }
}
