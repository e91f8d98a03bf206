import Cairn

/// A count of the ledger with its title.
struct InspectedCount: Identifiable, Hashable, Sendable {
  let title: String
  let count: String

  var id: String { title }

  init(_ title: String, _ count: some BinaryInteger) {
    self.title = title
    self.count = "\(count)"
  }
}

/// A destination: its queue, the state of its delivery, and its counts.
struct InspectedDestination: Identifiable, Hashable, Sendable {
  let name: String
  let pending: UInt64
  let deadLettered: UInt64
  /// The state of the delivery, as the documentation of delivery names it.
  let state: String
  /// The problem of the last attempt; nil when it succeeded.
  let problem: String?
  /// The time until the next attempt; nil when no attempt is planned.
  let nextAttempt: String?
  /// The row of the ledger.
  let counts: [InspectedCount]

  var id: String { name }

  /// Describes a row of the ledger; `phase` is nil when the destination was removed meanwhile.
  init(_ row: Ledger.Row, _ phase: DeliveryMachine.Phase?, at now: MonotonicTime) {
    name = row.name
    pending = row.pending
    deadLettered = row.deadLettered
    problem = row.problem
    state = phase?.title ?? "removed"
    nextAttempt = phase?.nextAttempt.map { WaitingTime.text($0 - now) }
    counts = Self.counts(row)
  }

  private static func counts(_ row: Ledger.Row) -> [InspectedCount] {
    let always = [
      InspectedCount("accepted", row.accepted), InspectedCount("delivered", row.delivered),
      InspectedCount("pending", row.pending), InspectedCount("dead-lettered", row.deadLettered),
      InspectedCount("replayed", row.replayed), InspectedCount("filtered", row.filtered),
      InspectedCount("damaged", row.damaged),
    ]
    let dropped = row.dropped.sorted { $0.key.rawValue < $1.key.rawValue }
    return always + dropped.map { InspectedCount("dropped: \($0.key)", $0.value) }
  }
}

extension DeliveryMachine.Phase {
  /// The name of the state in the documentation.
  var title: String {
    switch self {
    case .resting: "resting"
    case .gathering: "gathering"
    case .delivering: "delivering"
    case .uploading: "uploading"
    case .backingOff: "backing off"
    case .exhausted: "exhausted"
    case .barred: "barred"
    case .offline: "offline"
    case .withheld: "withheld: consent does not permit sending"
    case .halted: "halted: the destination needs a fix"
    case .stopped: "stopped"
    }
  }

  /// The time of the next attempt without a further event; nil when none is planned.
  var nextAttempt: MonotonicTime? {
    switch self {
    case .gathering(let until), .backingOff(let until), .exhausted(let until), .barred(let until),
      .halted(let until):
      until
    case .uploading(let until): until
    case .resting, .delivering, .offline, .withheld, .stopped: nil
    }
  }
}

/// The text of a time to wait.
enum WaitingTime {
  /// Returns a text such as `in 12 s`, rounded up, so that `now` means now.
  static func text(_ wait: Milliseconds) -> String {
    guard wait > 0 else { return "now" }
    let seconds = (wait.count - 1) / 1_000 + 1
    if seconds < 120 { return "in \(seconds) s" }
    let minutes = (seconds - 1) / 60 + 1
    return minutes < 120 ? "in \(minutes) min" : "in \((minutes - 1) / 60 + 1) h"
  }
}
