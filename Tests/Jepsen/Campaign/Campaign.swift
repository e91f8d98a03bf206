import CairnTesting
import CrashSupport
import Foundation

/// The command `run`: rounds with one seed each, until the time is over.
struct Campaign {
  private let minutes: Double
  private let seed: UInt64
  private let kinds: [Plan.Kind]
  private let seconds: Double?
  private let json: String?
  private let keeps: Bool

  init(_ options: Options) throws {
    minutes = try options.number("minutes", 1.0)
    seed = try options.number("seed", UInt64.random(in: 1..<1 << 40))
    let names = options.text("kinds")?.split(separator: ",").map(String.init)
    kinds =
      try names?.map { name in
        guard let kind = Plan.Kind(rawValue: name) else { throw Options.Failure(text: "\(name)?") }
        return kind
      } ?? Plan.Kind.allCases
    seconds = try options.text("seconds").map { _ in try options.number("seconds", 1.0) }
    json = options.text("json")
    keeps = options.text("keep") == "yes"
  }

  /// Returns whether there were no violations.
  func run() throws -> Bool {
    Namespace.enter()
    signal(SIGPIPE, SIG_IGN)
    let folder = NSTemporaryDirectory() + "jepsen-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var report = Report(seed: seed)
    let progress = Progress()
    progress.line("seed \(seed)")
    let coverage = Coverage()
    let possible = kinds.filter { kind in
      guard let obstacle = Self.obstacle(kind) else { return true }
      report.skip(kind, obstacle)
      return false
    }
    var dice = Dice(seed: seed)
    let end = BlockingSleep.now + Int(minutes * 60_000)
    var order = possible.shuffled(using: &dice)
    var last: [Plan.Kind: Int] = [:]
    // One round of each kind runs in any case, then as many as there is time for, equally
    // distributed.
    while let kind = order.first {
      guard BlockingSleep.now + (last[kind] ?? 0) < end || last[kind] == nil else { break }
      order.removeFirst()
      if order.isEmpty { order = possible.shuffled(using: &dice) }
      var plan = Plan(kind, seed: dice.next() >> 16)
      if let seconds { plan.seconds = seconds }
      let round = try Round(plan, in: folder, coverage)
      progress.step(report, "\(plan.kind.rawValue) \(plan.seed)")
      round.runToItsEnd()
      report.add(round)
      last[kind] = round.milliseconds
      progress.done(round)
      if round.isWell, !keeps { try? FileManager.default.removeItem(atPath: round.folder) }
    }
    report.pairs = coverage.pairs
    try json.map { try report.write($0) }
    progress.line(report.text)
    if report.isWell, !keeps { try? FileManager.default.removeItem(atPath: folder) }
    return report.isWell && (report.skipped.isEmpty || !Obligation.isInCI)
  }

  /// Returns the reason why a kind of round is not possible on this machine.
  private static func obstacle(_ kind: Plan.Kind) -> String? {
    switch kind {
    case .fullDisk: SmallDisk.obstacle
    case .failingCalls: Strace.obstacle
    // Without strace, changes during a listing are rare: that is better than nothing, except in CI.
    case .listing: Obligation.isInCI ? Strace.obstacle : nil
    default: nil
    }
  }
}
