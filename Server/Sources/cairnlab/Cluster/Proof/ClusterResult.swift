#if canImport(PostgreSQLClient)
import Foundation
import ToolSupport

/// The result of a run.
struct ClusterResult: Sendable {
  var acknowledged: Int
  var duplicates: Int
  var retries: Int
  var wrong: Int
  var seconds: Double
  var kills: [String: Int]
  var record: FaultDriver.Record
  var proof: ClusterProof
  /// It is nil without ClickHouse.
  var shipping: ShippingProof?

  /// The sentences about what must not occur.
  var problems: [String] {
    var problems: [String] = []
    func check(_ count: Int, _ text: String) {
      if count != 0 { problems.append("\(count.grouped) \(text)") }
    }
    check(proof.lost, "acknowledged events are lost")
    check(proof.doubled, "events are stored twice")
    check(wrong, "events were refused or in conflict")
    check(proof.counted - proof.rows, "is the difference between the counts and the rows")
    check(record.acknowledgedWithoutStandby, "events were acknowledged without a standby")
    return problems + (shipping?.problems ?? [])
  }

  /// The result for people.
  func table(_ terminal: Terminal) -> String {
    let lines = [
      terminal.bold("The proof"),
      "  acknowledged    \(acknowledged.grouped)",
      "  rows            \(proof.rows.grouped)  "
        + terminal.dim("\(proof.unacknowledged.grouped) of them were not acknowledged"),
      "  counted         \(proof.counted.grouped)",
      "  sent again      \(duplicates.grouped)  "
        + terminal.dim("duplicates; \(retries.grouped) requests were repeated"),
    ]
    let shipped = shipping.map { ["  in ClickHouse   \($0.line(terminal))"] } ?? []
    let heading = ["", "  killed with -9       times   longest gap"]
    let faults = ClusterFault.allCases.filter { record.faults[$0] != nil }.map { fault in
      let gap = (record.gaps[fault] ?? .zero) / .seconds(1)
      return
        "  \(fault.rawValue.aligned(20)) \((record.faults[fault] ?? 0).grouped.alignedRight(5))"
        + "   \(String(format: "%.2f s", gap).alignedRight(11))"
    }
    return (lines + shipped + heading + faults + ["", ""]).joined(separator: "\n")
  }

  func verdict(_ terminal: Terminal) -> String {
    let text =
      "lost: \(proof.lost.grouped) · stored twice: \(proof.doubled.grouped) · "
      + "counts and rows: \(proof.counted == proof.rows ? "equal" : "different")"
      + (shipping.map { " · ClickHouse: \($0.isEqual ? "equal" : "different")" } ?? "")
    return problems.isEmpty ? terminal.green(text) : terminal.red(text)
  }

  /// The result for programs: one line, always with the same members in the same order.
  var json: String {
    // All members are numbers or known words, so nothing needs escaping.
    let faults = ClusterFault.allCases.map { fault in
      let gap = String(format: "%.3f", (record.gaps[fault] ?? .zero) / .seconds(1))
      return #""\#(fault.rawValue)":{"times":\#(record.faults[fault] ?? 0),"gapSeconds":\#(gap)}"#
    }
    let killed = kills.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
    return """
      {"acknowledged":\(acknowledged),"rows":\(proof.rows),"lost":\(proof.lost),\
      "doubled":\(proof.doubled),"counted":\(proof.counted),\
      "unacknowledged":\(proof.unacknowledged),"duplicates":\(duplicates),"retries":\(retries),\
      "wrong":\(wrong),"acknowledgedWithoutStandby":\(record.acknowledgedWithoutStandby),\
      "clickHouse":\(shipping?.json ?? "null"),\
      "seconds":\(String(format: "%.1f", seconds)),"kills":{\(killed.joined(separator: ","))},\
      "faults":{\(faults.joined(separator: ","))}}
      """
  }
}
#endif
