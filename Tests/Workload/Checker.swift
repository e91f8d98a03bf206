import Cairn
import Foundation

/// The command `check`.
struct Checker {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> String {
    let first = try await open()
    let second = try await open()
    let report = CheckReport(first: first, second: second)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(report), as: UTF8.self)
  }

  /// The deliveries of one opening, and the final counters.
  struct Visit {
    /// The requests of each destination.
    var requests: [[RequestLog.Request]]
    var ledger: Ledger
    var milliseconds: Int
  }

  private func open() async throws -> Visit {
    let logs = try arguments.logs()
    let configuration = try arguments.configuration(logs)
    let started = ContinuousClock.now
    let analytics = Analytics(configuration)
    let opened = started.duration(to: .now)
    for _ in 0..<3 where !(await analytics.flush().isComplete) {}
    let ledger = analytics.ledger()
    await analytics.close()
    return Visit(
      requests: logs.map(\.requests), ledger: ledger, milliseconds: Int(opened / .milliseconds(1)))
  }
}
