import Foundation

/// The counts, over all launches, that no cursor has: recorded events, and events that were refused
/// before they reached the journal.
struct LossRecord: Codable, Equatable {
  /// The time of the last report.
  var reportedAt: WallTime
  var recorded: UInt64 = 0
  var refused: [String: UInt64] = [:]

  init(reportedAt: WallTime) { self.reportedAt = reportedAt }

  init?(_ bytes: [UInt8]) {
    guard let record = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
    self = record
  }

  func encoded() -> [UInt8] { (try? JSONEncoder().encode(self)).map { Array($0) } ?? [] }

  /// Returns the record with the counts of this launch added.
  func adding(_ ledger: Ledger) -> LossRecord {
    var sum = self
    sum.recorded &+= ledger.recorded
    for (reason, count) in ledger.refused { sum.refused[reason.rawValue, default: 0] &+= count }
    return sum
  }

  /// Returns the properties of the event.
  func properties(_ ledger: Ledger) -> [String: Value] {
    var properties: [String: Value] = [
      "recorded": .count(recorded),
      "refused": .object(refused.mapValues(Value.count)),
      "buffered": .int(ledger.buffered),
      "balances": .bool(ledger.balances),
      "destinations": .array(ledger.destinations.map { .object(Self.properties($0)) }),
    ]
    if ledger.purged > 0 { properties["purged"] = .count(ledger.purged) }
    return properties
  }

  private static func properties(_ row: Ledger.Row) -> [String: Value] {
    let dropped = row.dropped.map { ("\($0.key)", Value.count($0.value)) }
    return [
      "name": .string(row.name),
      "accepted": .count(row.accepted),
      "delivered": .count(row.delivered),
      "filtered": .count(row.filtered),
      "deadLettered": .count(row.deadLettered),
      "damaged": .count(row.damaged),
      "dropped": .object(Dictionary(dropped, uniquingKeysWith: { $1 })),
      "pending": .count(row.pending),
    ]
  }
}

extension Value {
  fileprivate static func count(_ number: UInt64) -> Value { .int(Int(clamping: number)) }
}
