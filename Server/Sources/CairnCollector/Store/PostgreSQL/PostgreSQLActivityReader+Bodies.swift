#if canImport(PostgreSQLClient)
import PostgreSQLClient

/// The numbers of the events of a partition.
struct PartitionNumbers {
  var name: String
  var numbers: ClosedRange<Int64>
}

// An event is found by its number in the index of its partition. There is a partition for each day,
// and in each of them the server would look for each number.
extension PostgreSQLActivityReader {
  func bodies(
    of project: String, _ sequences: [Int64], _ body: (Int64, String) throws -> Void
  ) throws {
    for partition in try partitions() {
      let own = sequences.filter(partition.numbers.contains)
      guard !own.isEmpty else { continue }
      try QuestionThreads.checkEnd()
      try session.query(
        "SELECT sequence, body FROM \(partition.name) WHERE sequence = ANY ($1)", [.integers(own)]
      ) { row in
        if let sequence = row.integer(0), let text = row.text(1) { try body(sequence, text) }
      }
    }
  }

  private func partitions() throws -> [PartitionNumbers] {
    if let known = lists.partitions { return known }
    // None is dropped before the end of the transaction.
    try session.script("LOCK TABLE events IN ACCESS SHARE MODE")
    // It sees the partitions of now, and not those of the snapshot.
    let names = try session.query(
      "SELECT relid::regclass::text FROM pg_partition_tree('events') WHERE isleaf"
    ).rows.compactMap { $0[0] }
    let ranges = names.indices.map { number in
      """
      SELECT \(number), (SELECT min(sequence) FROM \(names[number])),
        (SELECT max(sequence) FROM \(names[number]))
      """
    }
    let rows = try session.query(ranges.joined(separator: " UNION ALL ")).rows
    let found = rows.compactMap { row -> PartitionNumbers? in
      let values = row.compactMap { $0.flatMap { Int64($0) } }
      guard values.count == 3, names.indices.contains(Int(values[0])) else { return nil }
      return PartitionNumbers(name: names[Int(values[0])], numbers: values[1]...values[2])
    }
    lists.partitions = found
    return found
  }
}
#endif
