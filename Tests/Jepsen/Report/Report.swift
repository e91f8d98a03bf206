import Cairn
import Foundation

/// The rounds and violations of a campaign.
struct Report: Codable, Sendable {
  struct Skipped: Codable, Sendable {
    var kind: String
    var reason: String
  }

  struct Wrong: Codable, Sendable {
    var kind: String
    var seed: UInt64
    var folder: String
    var violations: [Violation]
  }

  var seed: UInt64
  var rounds = 0
  var kills = 0
  var stops = 0
  var acknowledged = 0
  var requests = 0
  var lost = 0
  var countedWrongly = 0
  var stuck = 0
  var greatestResidentMiB = 0
  var skipped: [Skipped] = []
  var wrong: [Wrong] = []
  /// The faults with the operations during which they occurred, and their numbers.
  var pairs: [String: [String: Int]] = [:]

  init(seed: UInt64) { self.seed = seed }

  var isWell: Bool { wrong.isEmpty }

  mutating func skip(_ kind: Plan.Kind, _ reason: String) {
    skipped.append(Skipped(kind: kind.rawValue, reason: reason))
  }

  mutating func add(_ round: Round) {
    rounds += 1
    kills += round.kills
    stops += round.stops
    acknowledged += round.acknowledged
    requests += round.servers.reduce(0) { $0 + $1.book.requests }
    greatestResidentMiB = max(greatestResidentMiB, round.greatestResident >> 20)
    for violation in round.violations {
      switch violation.kind {
      case .lost: lost += violation.events
      case .counted: countedWrongly += 1
      case .stuck: stuck += violation.events
      case .order, .bounds, .foreign, .ended: break
      }
    }
    guard !round.isWell else { return }
    wrong.append(
      Wrong(
        kind: round.plan.kind.rawValue, seed: round.plan.seed, folder: round.folder,
        violations: round.violations))
  }

  func write(_ path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }

  var text: String {
    var lines = pairs.sorted { $0.key < $1.key }.map { fault, operations in
      let cells = operations.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      return "  \(fault): \(cells.joined(separator: ", "))"
    }
    let number = pairs.values.reduce(0) { $0 + $1.count }
    lines.insert("faults and the operations that they met, \(number) pairs:", at: 0)
    lines += skipped.map { "not run: \($0.kind): \($0.reason)" }
    for round in wrong {
      lines.append("wrong: \(round.kind) \(round.seed), \(round.folder)")
      lines += round.violations.map { "  \($0)" }
    }
    lines.append(
      "rounds: \(rounds) · kills: \(kills) · stops: \(stops) · requests: \(requests)"
        + " · acknowledged: \(acknowledged) · lost: \(lost) · counted wrongly: \(countedWrongly)"
        + " · stuck: \(stuck) · wrong rounds: \(wrong.count)")
    return lines.joined(separator: "\n")
  }
}

/// Counts the combinations of faults and operations.
final class Coverage: Sendable {
  private let counts = Locked<[String: [String: Int]]>([:])

  func count(_ fault: String, _ operation: String, _ number: Int = 1) {
    counts.withLock { $0[fault, default: [:]][operation, default: 0] += number }
  }

  var pairs: [String: [String: Int]] { counts.withLock { $0 } }
}
