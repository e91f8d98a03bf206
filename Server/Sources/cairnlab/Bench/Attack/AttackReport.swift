import Cairn
import ToolSupport

/// The result of `bench attack`.
struct AttackReport: Encodable {
  struct Row: Encodable {
    var attack: String
    var row: String
    var title: String
    /// The stored batches of the well-behaved client.
    var stored: Int
    var turnedAway: Int
    var requestNanos: Latencies
    /// The maximum memory of the collector.
    var peakRSSBytes: Int
    var databaseBytes: Int
    /// The attackers' requests and connections by their outcome.
    var attackers: [String: Int]

    init(
      attack: Attack, client: LoadResult, attackers: LoadResult, peakRSSBytes: Int,
      databaseBytes: Int
    ) {
      self.attack = attack.rawValue
      row = attack.row
      title = attack.title
      stored = client.nanoseconds.count
      turnedAway = client.others.values.reduce(client.broken, +)
      requestNanos = Latencies(client.nanoseconds)
      self.peakRSSBytes = peakRSSBytes
      self.databaseBytes = databaseBytes
      var ends = ["200": attackers.nanoseconds.count, "closed": attackers.broken]
      for (status, count) in attackers.others { ends["\(status)"] = count }
      self.attackers = ends.filter { $0.value > 0 }
    }
  }

  var attacks: [Row]
  var seconds: Int
  var machine: MachineDescription

  /// A table for people.
  var text: String {
    let head = [
      "", "attack", "p50 ms", "p99 ms", "max ms", "stored", "turned away", "memory", "attackers",
    ]
    let rows = attacks.map { row in
      [
        row.row, row.title, row.requestNanos.p50.inMillis, row.requestNanos.p99.inMillis,
        row.requestNanos.max.inMillis, "\(row.stored)", "\(row.turnedAway)",
        row.peakRSSBytes.inBytes,
        row.attackers.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
          .joined(separator: ", "),
      ]
    }
    return """
      \(TextTable.text([head] + rows))

      a client that sends 20 events, and again 20 ms after the answer, for \(seconds) s beside each attack
      \(machine.text)
      """
  }

  /// Whether the client was served as promised during every attack, and the collector stayed below
  /// its memory limit.
  var holds: Bool {
    attacks.allSatisfy {
      $0.turnedAway == 0 && $0.stored > 0 && $0.requestNanos.p99 < 250_000_000
        && $0.peakRSSBytes < 150_000_000
    }
  }
}
