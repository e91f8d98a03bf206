import ArgumentParser
import Foundation
import ToolSupport

/// Measures the effect of attacks on a well-behaved client.
struct BenchAttackCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attack",
    abstract: "Measure a well-behaved client during attacks on the collector.",
    discussion: """
      The collector is a separate process, and a new one for each attack. Goal: no batch of the \
      client is rejected, its 99th percentile stays below 250 ms, and the collector's memory below \
      150 MB; exits with 1 if the goal is missed. The attackers run in the client's process, and \
      use processor time as well.

      --json prints an object: attacks (attack, row, title, stored, turnedAway, requestNanos, \
      peakRSSBytes, databaseBytes, attackers), seconds, machine.
      """)

  @Flag(help: "Print JSON instead of a table.") var json = false
  @Option(help: "The duration of each attack in seconds; 1 or more.") var seconds = 10
  @Option(parsing: .upToNextOption, help: "Run only these attacks, by their names in the JSON.")
  var only: [String] = []
  @Option(help: "A folder on the disk to measure.") var folder = NSTemporaryDirectory()

  func validate() throws {
    guard seconds >= 1 else { throw ValidationError("At least one second is required.") }
    for name in only where Attack(rawValue: name) == nil {
      let names = Attack.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("There is no attack \(name); the attacks are \(names).")
    }
  }

  func run() async throws {
    OpenFiles.raise()
    let path = URL(fileURLWithPath: folder).path + "/cairn-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let attacks = Attack.allCases.filter { only.isEmpty || only.contains($0.rawValue) }
    let bar = ProgressBar("attacks", total: attacks.count) { "\($0)" }
    var report = AttackReport(
      attacks: [], seconds: seconds, machine: MachineDescription(folder: folder))
    for attack in attacks {
      report.attacks.append(try await AttackBenchmark(folder: path, seconds: seconds).run(attack))
      bar.advance(by: 1)
    }
    bar.end()
    print(json ? try StableJSON.text(report) : report.text)
    if !report.holds { throw ExitCode(1) }
  }
}
