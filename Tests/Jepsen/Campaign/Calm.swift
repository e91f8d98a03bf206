import Cairn
import Foundation

/// The time after the faults: without any flush, all waiting events must be delivered.
struct Calm {
  /// The maximum time without progress, in milliseconds.
  private static let patience = 15_000
  /// The maximum total time: a batch that is sent repeatedly is no progress.
  private static let longest = 120_000

  private let round: Round

  /// The beginning in milliseconds since 1970.
  private let calm = AckLog.now

  init(_ round: Round) { self.round = round }

  func run() throws {
    unlink("\(round.journal)/filler")
    for server in round.servers { server.setDown(false) }
    for writer in round.writers {
      writer.goOn()
      _ = writer.ask("disk none 0")
      _ = writer.ask("clock 0")
      _ = writer.ask("calm")
    }
    try wait("after the faults")
    // Each process is checked, not only the one that delivers for all.
    for writer in round.writers {
      writer.ask("track 3")
      try wait("of 3 events that life \(writer.life) recorded after the faults")
    }
  }

  private func wait(_ what: String) throws {
    var left = outstanding()
    let begun = BlockingSleep.now
    var last = (left.count, begun)
    while !left.isEmpty {
      if round.plan.kind == .cap, isSettledByReports() { return }
      guard BlockingSleep.now - last.1 < Self.patience, BlockingSleep.now - begun < Self.longest
      else {
        return accuse(left, what, BlockingSleep.now - last.1)
      }
      BlockingSleep.milliseconds(50)
      let still = left.filter { !isSettled($0) }
      let requests = round.servers.reduce(0) { $0 + $1.book.requests }
      if still.count + requests != last.0 { last = (still.count + requests, BlockingSleep.now) }
      left = still
    }
    for writer in round.writers { writer.ask("report").map { round.note($0) } }
  }

  private struct Waiting {
    var place: Int
    var name: EventName
  }

  private func isSettled(_ waiting: Waiting) -> Bool {
    round.servers[waiting.place].book.isSettled(waiting.name)
  }

  /// Returns the acknowledged events that a server has not settled.
  private func outstanding() -> [Waiting] {
    let promises = Acknowledged(round.folder, lives: round.lives, killed: round.killed)
    return round.plan.places.enumerated().flatMap { place, destination in
      promises.stored.filter { event in
        guard !promises.isErasable(event, calm: calm) else { return false }
        guard destination.filters else { return true }
        // Events without an identifier are searched for only if none are filtered.
        return event.id.map(FilteredDestination.wants) ?? false
      }.map { Waiting(place: place, name: $0.name) }
    }.filter { !isSettled($0) }
  }

  private func isSettledByReports() -> Bool {
    round.writers.allSatisfy { writer in
      guard let report = writer.ask("report") else { return false }
      return report.pending == 0 && report.buffered == 0
    }
  }

  /// Reports whether a flush delivers the remaining events, and the writers' counters.
  private func accuse(_ left: [Waiting], _ what: String, _ silence: Int) {
    let before = round.writers.map { $0.ask("report")?.line ?? "no answer" }
    for writer in round.writers { _ = writer.ask("flush", milliseconds: 30_000) }
    BlockingSleep.milliseconds(500)
    let freed = left.filter(isSettled).count
    let after = round.writers.map { $0.ask("report")?.line ?? "no answer" }
    let names = left.prefix(4).map { "\(round.plan.places[$0.place].name) \($0.name)" }
    let isLost = freed == 0 && before.allSatisfy { WriterReport($0)?.pending == 0 }
    // Events for which no destination waits are in the counters as lost.
    guard !isLost else { return }
    let isPartly = round.plan.kind == .cap ? ", what is given up included" : ""
    round.violations.append(
      Violation(
        kind: .stuck, events: left.count,
        text:
          "\(what): \(left.count) events are not delivered, for \(silence / 1_000) s nothing happened"
          + " (\(names.joined(separator: ", ")), …\(isPartly)); a flush delivers \(freed);"
          + " before it: \(before.joined(separator: " ")), after it: \(after.joined(separator: " "))"
      ))
  }
}
