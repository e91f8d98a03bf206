#if canImport(PostgreSQLClient)
import Foundation
import ToolSupport

/// The rows of both replicas of ClickHouse, compared with those of PostgreSQL.
struct ShippingProof: Sendable {
  /// The time from the last event until ClickHouse had as many rows as PostgreSQL; nil when it has
  /// not had them in time.
  var seconds: Double?
  /// Rows of PostgreSQL.
  var expected = 0
  /// Rows of each replica, and their different ids.
  var rows: [Int] = []
  var distinct: [Int] = []
  /// Pairs of a project and a day whose number of rows differs, in any replica.
  var differentDays = 0

  static let limit = Duration.seconds(60)

  var isEqual: Bool {
    differentDays == 0 && rows.allSatisfy { $0 == expected } && distinct == rows && seconds != nil
  }

  /// The sentences about what must not occur.
  var problems: [String] {
    var problems: [String] = []
    if seconds == nil { problems.append("ClickHouse did not have all rows within \(Self.limit)") }
    if rows != distinct { problems.append("events are in ClickHouse twice") }
    if differentDays > 0 {
      problems.append("\(differentDays.grouped) days in ClickHouse are not those in PostgreSQL")
    }
    return problems
  }

  /// Waits until both replicas have as many rows as PostgreSQL.
  ///
  /// - Returns: How long that took; nil without ClickHouse, or when it was not in time.
  static func wait(_ parts: ClusterParts) async throws -> Duration? {
    guard let clickHouse = parts.clickHouse else { return nil }
    let (began, end) = (ContinuousClock.now, ContinuousClock.now + limit)
    while ContinuousClock.now < end {
      let expected = try await postgreSQL(parts)
      var isEqual = true
      for replica in clickHouse.replicas {
        let found = try? await days(of: replica)
        isEqual = isEqual && found == expected
      }
      if isEqual { return ContinuousClock.now - began }
      try await Task.sleep(for: .milliseconds(100))
    }
    return nil
  }

  /// Compares the rows by project and day.
  static func run(_ parts: ClusterParts, after wait: Duration?) async throws -> ShippingProof? {
    guard let clickHouse = parts.clickHouse else { return nil }
    var proof = ShippingProof(seconds: wait.map { $0 / .seconds(1) })
    let expected = try await postgreSQL(parts)
    proof.expected = try await number(
      parts.database.primary.value("SELECT count(*) FROM events", database: "cairn"))
    for replica in clickHouse.replicas {
      let found = try await days(of: replica)
      proof.differentDays += Set(expected).symmetricDifference(found).count
      let counts = try await replica.query(
        "SELECT count(), uniqExact(message_id) FROM \(ClickHouseCluster.database).events")
      let values = counts.split { $0 == "\t" || $0 == "\n" }.compactMap { Int($0) }
      proof.rows.append(values.first ?? 0)
      proof.distinct.append(values.last ?? 0)
    }
    return proof
  }

  private static func number(_ text: String?) -> Int { text.flatMap { Int($0) } ?? 0 }

  private static func postgreSQL(_ parts: ClusterParts) async throws -> [String] {
    let text = try await parts.database.primary.value(
      """
      SELECT string_agg(line, ',' ORDER BY line) FROM (
        SELECT project || ' ' || day || ' ' || count(*) AS line FROM events GROUP BY project, day
      ) AS lines
      """, database: DatabaseCluster.database)
    return (text ?? "").split(separator: ",").map(String.init)
  }

  private static func days(of replica: ClickHouseNode) async throws -> [String] {
    let text = try await replica.query(
      """
      SELECT concat(project, ' ', toString(day), ' ', toString(count())) AS line
      FROM \(ClickHouseCluster.database).events GROUP BY project, day ORDER BY line
      """, seconds: 5)
    return text.split(separator: "\n").map(String.init)
  }

  func line(_ terminal: Terminal) -> String {
    let time = seconds.map { String(format: "%.1f s after the last event", $0) } ?? "not in time"
    return rows.map(\.grouped).joined(separator: " and ") + "  " + terminal.dim(time)
  }

  var json: String {
    let time = seconds.map { String(format: "%.1f", $0) } ?? "null"
    return #"{"rows":\#(rows),"distinct":\#(distinct),"differentDays":\#(differentDays),"#
      + #""seconds":\#(time)}"#
  }
}
#endif
