import ToolSupport
import ArgumentParser
import Foundation

/// `cairnlab fleet`: what a collector sees of many devices when it comes back.
struct FleetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet",
    abstract: "Simulate thousands of devices that come back together after an outage.",
    discussion: """
      In virtual time, each device makes the SDK's own decisions: triggers, batch sizes, back-off with jitter, \
      Retry-After, circuit breaker. The collector has a bounded queue and answers as Cairn's does. The same fleet is \
      run again with one precaution taken away at a time.

      Peak: the most requests in a second from the end of the outage on, refused ones included. Steady: the requests \
      a second that are accepted until 95 % of the backlog is in. Exits with 1 when the peak of the fleet as shipped is \
      more than 3 times the steady rate, when the backlog is not in by the end, or when an event is lost.

      --json prints an object: devices, destinations, outageMinutes, hours, capacity, answer, seed, problems, and \
      variants, each with variant, peak, steady, ratio, normal, peakBefore, peakWhileDown, caughtUpSeconds, \
      finishedSeconds, backlog, requests, accepted, refused, unreachable, duplicates, tracked, delivered, pending, lost. \
      What is not there is left out. Keys are added, never renamed.
      """)

  @Option(help: "Devices, 1 to 1000000.") var devices = 10_000
  @Option(help: "Destinations a device, all on one host, 1 to 10.") var destinations = 1
  @Option(help: "Minutes that the collector is away, 1 to 1440.") var outage = 60
  @Option(help: "Hours of virtual time. (default: one more than the outage)") var hours: Double?
  @Option(
    help: "Requests a second that the collector can do, 5 or more. (default: a 20th of the devices)"
  )
  var capacity: Double?
  @Option(
    help:
      "What devices hear meanwhile: none, seconds or date. none: connections fail; the others: 503 and Retry-After."
  )
  var answer = OutageAnswer.none
  @Option(help: "Repeats the same run. (default: a new one)") var seed: UInt64?
  @Flag(help: "Print JSON instead of a table and a plot.") var json = false
  @Option(help: "Write the plot to this file as SVG.") var svg: String?

  func validate() throws {
    guard (1...1_000_000).contains(devices) else {
      throw ValidationError("--devices is 1 to 1000000")
    }
    guard (1...10).contains(destinations) else {
      throw ValidationError("--destinations is 1 to 10")
    }
    guard (1...1_440).contains(outage) else { throw ValidationError("--outage is 1 to 1440") }
    guard capacity ?? 5 >= 5 else { throw ValidationError("--capacity is 5 or more") }
    let least = Double(outage + 20) / 60
    guard (least...1_000).contains(hours ?? least) else {
      throw ValidationError("--hours is 1000 at most, and at least 20 minutes more than the outage")
    }
  }

  func run() async throws {
    let report = FleetReport(plan: plan, results: await FleetRun.results(plan))
    if let svg {
      try Data(report.chart.svg.utf8).write(to: URL(fileURLWithPath: svg))
    }
    let terminal = Terminal.standardOutput
    if json {
      terminal.write(try StableJSON.text(report) + "\n")
    } else {
      terminal.write(report.text(terminal))
    }
    for problem in report.problems { Terminal.standardError.write("\(problem)\n") }
    if !report.problems.isEmpty { throw ExitCode.failure }
  }

  private var plan: FleetPlan {
    let outage = Int64(outage) * 60_000
    return FleetPlan(
      devices: devices, destinations: destinations, outage: outage,
      length: hours.map { Int64($0 * 3_600_000) } ?? outage + 3_600_000, capacity: capacity,
      answer: answer, seed: seed ?? UInt64.random(in: 0...UInt64(UInt32.max)))
  }
}
