/// The table of the events, and the statements about it.
package struct ClickHouseTable: Sendable, Equatable {
  package let database: String
  package let name: String
  /// The path in ZooKeeper or Keeper of a replicated table; nil for one server.
  package let replicatedPath: String?

  /// Creates the description; nil when a name has other characters than letters, digits and `_`.
  package init?(database: String, name: String, replicatedPath: String? = nil) {
    let names = [database, name]
    guard
      names.allSatisfy({ $0.first?.isNumber == false && $0.utf8.allSatisfy(\.isWordByte) }),
      replicatedPath.map({ $0.hasPrefix("/") && !$0.contains("'") && !$0.contains("\\") }) ?? true
    else { return nil }
    self.database = database
    self.name = name
    self.replicatedPath = replicatedPath
  }

  var fullName: String { "`\(database)`.`\(name)`" }

  /// A condition on the rows of tables of the system.
  var isThis: String { "database = '\(database)' AND table = '\(name)'" }

  /// Rows with the same key are the same event; of these, a merge keeps the latest version.
  ///
  /// The key
  /// has only what an event has at every attempt of its device: no corrected and no received time.
  package func create(_ features: ClickHouseFeatures) -> String {
    let engine =
      replicatedPath.map { "ReplicatedReplacingMergeTree('\($0)', '{replica}', xid)" }
      ?? "ReplacingMergeTree(xid)"
    let window = "non_replicated_deduplication_window"
    let settings =
      replicatedPath == nil && features.has(window) ? " SETTINGS \(window) = 1000" : ""
    return """
      CREATE TABLE IF NOT EXISTS \(fullName) (\(EventBlock.definitions)) ENGINE = \(engine) \
      PARTITION BY \(EventPartition.expression) \
      ORDER BY (project, name, day, message_id)\(settings)
      """
  }

  package var insert: String {
    "INSERT INTO \(fullName) (\(EventBlock.columnNames.joined(separator: ", "))) FORMAT Native"
  }

  func partitions(of shipment: Shipment) -> String {
    """
    SELECT DISTINCT \(EventPartition.expression) FROM \(fullName) \
    WHERE shipment = \(UInt64(bitPattern: shipment.stamp))
    """
  }

  /// A condition on the rows of these events.
  func rows(_ positions: [EventPosition]) -> String {
    let days = Set(positions.map { EventPartition.day($0.day) }).sorted()
    let pairs = positions.map { "(\($0.transaction),\($0.sequence))" }
    return """
      toUInt16(day) IN (\(days.map { "\($0)" }.joined(separator: ","))) \
      AND (xid, sequence) IN (\(pairs.joined(separator: ",")))
      """
  }

  /// A condition on the rows that are before that day; ids without a day have the first one.
  func rows(before day: UInt16) -> String { "toUInt16(day) > 0 AND toUInt16(day) < \(day)" }
}

extension UInt8 {
  fileprivate var isWordByte: Bool {
    self == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}

/// The position of a version of an event, which was removed.
struct EventPosition: Sendable, Equatable {
  var transaction: UInt64
  var sequence: Int64
  /// Days since 1970; negative when the id has no day.
  var day: Int32
}

/// The settings that a version of ClickHouse knows.
package struct ClickHouseFeatures: Sendable, Equatable {
  private let names: Set<String>

  package init(_ names: Set<String>) { self.names = names }

  /// The settings that are used where they are known.
  ///
  /// An old version refuses a statement with a setting that it does not know.
  static let query = """
    SELECT name FROM system.settings WHERE name IN ('async_insert', \
    'insert_deduplication_token', 'max_partitions_per_insert_block') UNION ALL \
    SELECT name FROM system.merge_tree_settings WHERE name = 'non_replicated_deduplication_window'
    """

  func has(_ name: String) -> Bool { names.contains(name) }

  /// Returns the settings of the INSERT of a shipment.
  ///
  /// - A sender chooses the months of its events, so their number has no limit.
  /// - A block is known by the shipment, also when an event was removed between two attempts.
  package func insert(_ shipment: Shipment) -> [String: String] {
    let stamp = "\(UInt64(bitPattern: shipment.stamp))"
    let wanted = [
      "async_insert": "0", "max_partitions_per_insert_block": "0",
      "insert_deduplication_token": stamp,
    ]
    return wanted.filter { names.contains($0.key) }.merging(["query_id": Self.queryID(shipment)]) {
      $1
    }
  }

  static func queryID(_ shipment: Shipment) -> String {
    "cairn-ship-\(UInt64(bitPattern: shipment.stamp))"
  }
}
