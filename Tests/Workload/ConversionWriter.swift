import Cairn
import CairnExperiments
import Foundation

/// The command `conversions`: conversions of an app whose document may be missing.
struct ConversionWriter {
  static let visitors = 40
  static let calls = 10 * visitors

  private let configuration: Configuration
  private let acks: Channel
  private let document: URL
  private let first: Int
  /// Whether it waits for the end of all reports, and ends.
  private let isLast: Bool

  init(_ arguments: Arguments) throws {
    configuration = try arguments.convertConfiguration()
    acks = try Channel(try arguments.required("acks"))
    document = URL(fileURLWithPath: try arguments.required("document"))
    first = try arguments.number("first", 0)
    isLast = try arguments.number("last", 0) == 1
  }

  func run() async throws {
    let analytics = Analytics(configuration)
    let experiments = Experiments(
      analytics, ExperimentsConfiguration(source: FileExperimentSource(document)))
    print("ready")
    fflush(nil)
    for number in first..<Self.calls {
      let visitor = experiments.context(visitorID: "v\(number % Self.visitors)")
      let goal = number / Self.visitors
      visitor.runExperience("e\(goal)")
      let data: [GoalDataKey: Value] = goal % 2 == 0 ? [:] : [.amount: .int(goal)]
      visitor.trackConversion("g\(goal)", data: data)
      acks.write("\(number)")
    }
    guard isLast else {
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      return
    }
    try await experiments.ready()
    await experiments.resolved()
    guard analytics.ledger().waitingReports == 0 else { exit(3) }
    for _ in 0..<1_000 where !(await analytics.flush().isComplete) {}
    await analytics.close()
  }
}
