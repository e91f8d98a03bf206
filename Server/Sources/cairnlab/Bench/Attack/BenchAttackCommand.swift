import ArgumentParser
import Foundation
import ToolSupport

/// What attacks cost those who behave well.
struct BenchAttackCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attack",
    abstract: "Measure a client that behaves well beside attacks on the collector.",
    discussion: """
      The collector is a process of its own, and a new one for each attack. Goal: no batch of the client is turned away, \
      its 99th percentile stays under 250 ms, and the collector's memory under 150 MB; exits with 1 when it is missed. The \
      attackers are in one process with the client, and need a processor as well.

      --json prints an object: attacks (attack, row, title, stored, turnedAway, requestNanos, peakRSSBytes, databaseBytes, \
      attackers), seconds, machine.
      """)

  @Flag(help: "Print JSON instead of a table.") var json = false
  @Option(help: "How long each attack takes, in seconds; 1 or more.") var seconds = 10
  @Option(parsing: .upToNextOption, help: "Some attacks alone, by their names in the JSON.")
  var only: [String] = []
  @Option(help: "A folder on the disk to measure.") var folder = NSTemporaryDirectory()

  func validate() throws {
    guard seconds >= 1 else { throw ValidationError("At least a second is needed.") }
    for name in only where Attack(rawValue: name) == nil {
      let names = Attack.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("There is no attack \(name); there are \(names).")
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
