import Cairn
import CairnTesting
import Foundation

/// The command `month`: one app on a real disk with an accelerated clock.
///
/// It is launched every day and used in sessions. On some days there is no network, one destination
/// is down for days, one accepts few events, and one existed only on the first day: it keeps as
/// many events as the cap permits.
struct Month {
  /// The day after which the app uses all the memory that it needs.
  private static let warm = 6
  private static let sessions = 8
  /// The maximum growth of memory in bytes until the end, and the maximum size of the journal.
  private static let growth = 8 << 20
  private static let cap = 20 << 20

  private let days: Int
  private let perSession: Int
  private let json: String?
  private let folder = NSTemporaryDirectory() + "jepsen-month-\(getpid())"
  private let clock = ManualClock()
  private let host = ManualHost()
  private let steady = CountingDestination("steady")
  private let flaky = CountingDestination("flaky")
  private let choosy = CountingDestination("choosy", wants: 50)

  init(_ options: Options) throws {
    days = max(Self.warm + 1, try options.number("days", 30))
    perSession = max(1, try options.number("events", 200_000) / (days * Self.sessions))
    json = options.text("json")
  }

  /// Returns whether there were no violations.
  func run() async throws -> Bool {
    var report = MonthReport()
    for day in 1...days {
      try await live(day, &report)
      let resident = WriterReport.residentBytes
      if day == Self.warm { report.residentAtFirst = resident }
      report.residentAtEnd = resident
      report.maximumBytes = max(report.maximumBytes, JournalBytes.bytes(log))
      report.mostFiles = max(report.mostFiles, files(log))
    }
    report.delivered = [steady, flaky, choosy].map(\.count)
    report.violations = violations(report)
    print(report.text)
    try json.map { path in
      try JSONEncoder().encode(report).write(to: URL(fileURLWithPath: path))
    }
    if report.violations.isEmpty { try? FileManager.default.removeItem(atPath: folder) }
    return report.violations.isEmpty
  }

  private var log: String { "\(folder)/\(Plan.instance)/v1/log" }

  private func files(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
  }

  private func launch(_ day: Int) -> Analytics {
    var configuration = Configuration(
      writeKey: "month",
      destinations: [steady, flaky, choosy] + (day == 1 ? [CountingDestination("gone")] : []))
    configuration.directory = URL(fileURLWithPath: folder)
    configuration.instance = Plan.instance
    configuration.journal.bytes = Self.cap
    configuration.sessionTimeout = 1_800
    configuration.seams.clock = clock
    configuration.seams.host = host
    configuration.diagnostics = { _ in }
    return Analytics(configuration)
  }

  private func live(_ day: Int, _ report: inout MonthReport) async throws {
    flaky.isDown = (8...14).contains(day)
    host.isOnline = day % 5 != 4
    let analytics = launch(day)
    for session in 1...Self.sessions {
      host.enterForeground()
      for number in 1...perSession {
        analytics.track(
          "Screen Viewed", ["day": .int(day), "session": .int(session), "n": .int(number)])
        if number % 100 == 0 { await pass(seconds: 20) }
      }
      host.enterBackground()
      await settle(analytics, isDue: host.isOnline)
      // The time between two sessions passes.
      clock.advance(bySeconds: 7_200)
    }
    let ledger = analytics.ledger()
    report.recorded += Int(ledger.recorded)
    report.refused += Int(ledger.refused.values.reduce(0, +))
    if day == days {
      report.pending = Int(ledger.destinations.reduce(0) { $0 + $1.pending })
      report.balances = ledger.balances
    }
    await analytics.close(flushingForSeconds: 0)
  }

  /// Advances the clock, and lets the work run that is due.
  private func pass(seconds: Double) async {
    clock.advance(bySeconds: seconds)
    for _ in 0..<20 { await Task.yield() }
  }

  /// Waits until all deliverable events are delivered, by time alone and without a flush.
  private func settle(_ analytics: Analytics, isDue: Bool) async {
    let deadline = BlockingSleep.now + 5_000
    while isDue, BlockingSleep.now < deadline {
      let waiting = analytics.ledger().destinations.filter { row in
        row.pending > 0 && !(row.name == "flaky" && flaky.isDown) && row.name != "gone"
      }
      if waiting.isEmpty { return }
      await pass(seconds: 5)
      BlockingSleep.milliseconds(1)
    }
  }

  private func violations(_ report: MonthReport) -> [String] {
    var wrong: [String] = []
    if report.growth > Self.growth {
      wrong.append("resident memory grew by \(report.growth >> 10) KiB since day \(Self.warm)")
    }
    if report.maximumBytes > Self.cap + Self.cap / 4 {
      wrong.append(
        "the journal had \(report.maximumBytes >> 10) KiB, with a cap of \(Self.cap >> 10) KiB")
    }
    if report.pending > 0 { wrong.append("\(report.pending) events are pending at the end") }
    if report.refused > 0 { wrong.append("\(report.refused) events were refused") }
    if !report.balances { wrong.append("the ledger does not balance") }
    for (name, count) in zip(["steady", "flaky"], report.delivered) where count != report.recorded {
      wrong.append("\(name) got \(count) of \(report.recorded) events")
    }
    return wrong
  }
}
