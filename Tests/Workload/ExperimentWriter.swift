import Cairn
import CairnConvert
import CairnExperiments
import Foundation

/// The command `experiments`.
struct ExperimentWriter {
  private static let visitors = 500
  private static let calls = 20 * visitors
  /// The distance of a repeated call from the first one.
  private static let distance = 250

  private let configuration: Configuration
  private let acks: Channel
  private let first: Int
  /// The number of calls, after which it waits for its end; 0 for all, and then it ends normally.
  private let most: Int

  init(_ arguments: Arguments) throws {
    configuration = try arguments.convertConfiguration()
    acks = try Channel(try arguments.required("acks"))
    first = try arguments.number("first", 0)
    most = try arguments.number("most", 0)
  }

  func run() async throws {
    let analytics = Analytics(configuration)
    let experiments = Experiments(
      analytics, ExperimentsConfiguration(document: ExperimentDocuments.json.utf8))
    say("ready")
    let end = most == 0 ? Self.calls : min(first + most, Self.calls)
    for number in first..<end {
      call(number, experiments)
      // Half of the calls are repeated and must not be reported again. In the other half,
      // repetitions cannot hide a loss.
      if number >= Self.distance, number % 2 == 0 { call(number - Self.distance, experiments) }
      acks.write("\(number)")
    }
    if most > 0 {
      say("done")
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    // A flush ends with the first lost response.
    for _ in 0..<1_000 where !(await analytics.flush().isComplete) {}
    await analytics.close()
  }

  private func say(_ line: String) {
    print(line)
    fflush(nil)
  }

  private func call(_ number: Int, _ experiments: Experiments) {
    let visitor = experiments.context(visitorID: "v\(number % Self.visitors)")
    let subject = number / Self.visitors
    if subject < ExperimentDocuments.each {
      visitor.runExperience("e\(subject)")
    } else {
      let goal = subject - ExperimentDocuments.each
      let data: [GoalDataKey: Value] = goal % 2 == 0 ? [:] : [.amount: .int(goal)]
      visitor.trackConversion("g\(goal)", data: data)
    }
  }
}

extension Arguments {
  /// Returns the configuration of an app that sends reports to Convert over an unreliable network.
  func convertConfiguration() throws -> Configuration {
    let network = FailingNetwork(
      try Channel(try required("requests")), seed: UInt64(try number("seed", 1)))
    var configuration = try configuration([
      ConvertDestination(sdkKey: "key", schedule: nil, transport: network),
      KeyLog(try Channel(try required("requests") + ".keys")),
    ])
    configuration.flushAt = 20
    configuration.flushInterval = 0.02
    configuration.retry.firstDelay = 0.01
    configuration.retry.maximumDelay = 0.05
    return configuration
  }
}

/// Ten experiences and ten goals.
enum ExperimentDocuments {
  static let each = 10

  static var json: String {
    let experiences = (0..<each).map { number in
      #"{"id":"e\#(number)","key":"e\#(number)","version":11,"variations":["#
        + #"{"id":"a","key":"a","traffic_allocation":50},{"id":"b","key":"b","traffic_allocation":50}]}"#
    }
    let goals = (0..<each).map { #"{"id":"g\#($0)","key":"g\#($0)"}"# }
    return
      #"{"account_id":"1","project":{"id":"2"},"experiences":[\#(experiences.joined(separator: ","))],"#
      + #""goals":[\#(goals.joined(separator: ","))]}"#
  }
}

/// A server that accepts every report, and records its key and the event's identifier.
struct KeyLog: Destination {
  let name = "keys"
  private let channel: Channel

  init(_ channel: Channel) { self.channel = channel }

  func deliver(_ batch: Batch) async -> Outcome {
    for event in batch.events.compactMap({ DecodedEvent($0) }) {
      if let report = ExperimentReport(event) { channel.write("\(report.key) \(event.id)") }
    }
    return .accepted
  }
}
