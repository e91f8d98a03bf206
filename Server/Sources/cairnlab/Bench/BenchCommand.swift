import ArgumentParser
import Foundation

/// Measures the cost of an event, compared with fixed operations in the same run.
struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure the cost of an event on this machine.",
    subcommands: commands)

  private static var commands: [any ParsableCommand.Type] {
    var commands: [any ParsableCommand.Type] = [
      BenchTrackCommand.self, BenchOpenCommand.self, BenchDeliverCommand.self,
      BenchJournalCommand.self, BenchContentCommand.self, BenchExperimentsCommand.self,
      BenchCollectCommand.self, BenchQuestionsCommand.self, BenchAttackCommand.self,
      BenchServeCommand.self,
    ]
    #if canImport(PostgreSQLClient)
    commands.append(BenchShipCommand.self)
    #endif
    return commands
  }
}

/// A benchmark in a separate process, whose memory nothing else has used.
enum BenchProcess {
  /// Runs this program again, and returns its output.
  static func run(_ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["bench"] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }
}
