import ToolSupport
import ArgumentParser
import Foundation

/// `cairnlab fleet`: simulates the load on a collector when it returns after an outage.
struct FleetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet",
    abstract: "Simulate thousands of devices that come back together after an outage.",
    discussion: """
      In virtual time, each device makes the SDK's own decisions: triggers, batch sizes, back-off \
      with jitter, Retry-After, circuit breaker. The collector has a bounded queue and responds as \
      Cairn's does. The simulation is repeated with one precaution disabled at a time.

      Peak: the most requests in one second after the end of the outage, including refused ones. \
      Steady: the requests per second that are accepted until 95 % of the backlog is delivered. \
      Exits with 1 when the peak with all precautions is more than 3 times the steady rate, when \
      the backlog is not delivered by the end, or when an event is lost.

      --json prints an object: devices, destinations, collectors, outageMinutes, hours, capacity, answer, \
      seed, problems, and variants, each with variant, peak, steady, ratio, normal, peakBefore, \
      peakWhileDown, caughtUpSeconds, finishedSeconds, backlog, requests, accepted, refused, \
      unreachable, duplicates, tracked, delivered, pending, lost. Missing values are omitted. Keys \
      may be added, and are never renamed.
      """)

  @Option(help: "Devices, 1 to 1000000.") var devices = 10_000
  @Option(help: "Destinations per device, all on one host, 1 to 10.") var destinations = 1
  @Option(
    help: "Collectors with one store, 1 to 100; of several, one dies each minute for ten seconds.")
  var collectors = 1
  @Option(help: "Minutes of the collector's outage, 1 to 1440.") var outage = 60
  @Option(help: "Hours of virtual time. (default: an hour more than the outage)") var hours: Double?
  @Option(
    help: "Requests per second that all collectors can handle, 5 or more. (default: devices / 20)"
  )
  var capacity: Double?
  @Option(
    help:
      "Responses in the outage. none: connections fail; seconds or date: 503 with Retry-After."
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
    guard (1...100).contains(collectors) else { throw ValidationError("--collectors is 1 to 100") }
    guard (1...1_440).contains(outage) else { throw ValidationError("--outage is 1 to 1440") }
    guard capacity ?? 5 >= 5 else { throw ValidationError("--capacity is 5 or more") }
    let least = Double(outage + 20) / 60
    guard (least...1_000).contains(hours ?? least) else {
      throw ValidationError("--hours must be at most 1000, and 20 minutes more than the outage")
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
      devices: devices, destinations: destinations, collectors: collectors, outage: outage,
      length: hours.map { Int64($0 * 3_600_000) } ?? outage + 3_600_000, capacity: capacity,
      answer: answer, seed: seed ?? UInt64.random(in: 0...UInt64(UInt32.max)))
  }
}
