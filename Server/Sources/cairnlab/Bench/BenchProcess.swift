import Foundation

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
