import Foundation

/// The command-line tool as it was built, run as a process.
struct Command {
  struct Result {
    var status: Int32
    var output: String
    var error: String
  }

  static func run(_ arguments: String...) throws -> Result {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    let output = Pipe()
    let error = Pipe()
    process.standardOutput = output
    process.standardError = error
    try process.run()
    // What it prints is less than a pipe holds, so neither waits for the other.
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let complained = error.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: String(decoding: printed, as: UTF8.self),
      error: String(decoding: complained, as: UTF8.self))
  }

  /// Beside the tests, in the folder of the build.
  private static var tool: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let folder = bundle?.bundleURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return folder.deletingLastPathComponent().appendingPathComponent("cairnctl")
  }
}
