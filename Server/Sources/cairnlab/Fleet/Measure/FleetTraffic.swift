/// The requests at the collector in each second, and the progress of the backlog.
struct FleetTraffic: Equatable, Sendable {
  /// The requests that arrive in each second, whatever their outcome.
  private(set) var attempts: [Int]
  private(set) var accepted = 0
  /// The requests with status 429 or 503.
  private(set) var refused = 0
  private(set) var unreachable = 0
  /// The number of events that waited at the end of the outage.
  private(set) var backlog = 0
  /// The milliseconds from the end of the outage until the share of the backlog was delivered.
  private(set) var caughtUp: Int64?
  private(set) var finished: Int64?
  /// The requests that were accepted until then.
  private(set) var useful = 0

  private let outageEnd: Int64
  /// The number of events of each worker at the end of the outage.
  private var goals: [Int]
  private var delivered = 0

  /// The share of the backlog at which it counts as delivered: the last events depend on the least
  /// favourable random delay.
  static let share = 0.95

  init(_ plan: FleetPlan) {
    attempts = Array(repeating: 0, count: Int(plan.length / 1_000))
    goals = Array(repeating: 0, count: plan.devices * plan.destinations)
    outageEnd = plan.outageEnd
  }

  mutating func mark(_ worker: Int, tracked: Int, stored: Int) {
    goals[worker] = tracked
    backlog += tracked - stored
  }

  mutating func count(_ answer: SimulatedCollector.Answer, at time: Int64) {
    attempts[min(Int(time / 1_000), attempts.count - 1)] += 1
    switch answer {
    case .accepted:
      accepted += 1
      if time >= outageEnd, caughtUp == nil { useful += 1 }
    case .busy: refused += 1
    case .unreachable: unreachable += 1
    }
  }

  mutating func store(_ worker: Int, from before: Int, to after: Int, at time: Int64) {
    guard time >= outageEnd, before < goals[worker] else { return }
    delivered += min(after, goals[worker]) - before
    if caughtUp == nil, Double(delivered) >= Self.share * Double(backlog) {
      caughtUp = time - outageEnd
    }
    if finished == nil, delivered == backlog { finished = time - outageEnd }
  }

  /// The most requests in one second from the end of the outage to the end of the run, including
  /// refused ones.
  var peak: Int { attempts[Int(outageEnd / 1_000)...].max() ?? 0 }

  /// The most requests in one second during the outage.
  var peakWhileDown: Int {
    attempts[Int(FleetPlan.outageStart / 1_000)..<Int(outageEnd / 1_000)].max() ?? 0
  }

  /// The most requests in one second under normal load: in the last five minutes before the outage.
  var peakBefore: Int { attempts[before].max() ?? 0 }

  /// The requests per second under normal load.
  var normal: Double { Double(attempts[before].reduce(0, +)) / Double(before.count) }

  private var before: Range<Int> {
    let start = Int(FleetPlan.outageStart / 1_000)
    return start - 300..<start
  }

  /// The accepted requests per second while the backlog is delivered; nil if that never completes.
  var steady: Double? {
    guard let caughtUp, caughtUp > 0 else { return nil }
    return Double(useful) / (Double(caughtUp) / 1_000)
  }

  var requests: Int { accepted + refused + unreachable }

  var ratio: Double? { steady.map { Double(peak) / $0 } }
}
