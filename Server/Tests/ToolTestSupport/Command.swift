package import Foundation

/// The tools as they were built, run as processes.
package struct Command {
  package struct Result {
    package var status: Int32
    package var output: String
    package var error: String
  }

  package static func run(_ arguments: String...) throws -> Result { try run(arguments) }

  /// The laboratory.
  package static func runLab(_ arguments: String...) throws -> Result {
    try run(program("cairnlab"), arguments)
  }

  package static func run(_ arguments: [String]) throws -> Result {
    try run(tool, arguments)
  }

  /// As a user who may change nothing; as this one, who may not either, when this is no superuser.
  package static func runUnprivileged(_ arguments: String...) throws -> Result {
    guard getuid() == 0 else { return try run(arguments) }
    let user = ["--reuid=65534", "--regid=65534", "--clear-groups", tool.path]
    return try run(URL(fileURLWithPath: setpriv), user + arguments)
  }

  /// Whether the tool lies where another user can reach it.
  package static var canRunUnprivileged: Bool {
    guard getuid() == 0 else { return true }
    guard FileManager.default.isExecutableFile(atPath: setpriv) else { return false }
    return (try? runUnprivileged("--help"))?.status == 0
  }

  private static let setpriv = "/usr/bin/setpriv"

  package static func run(_ program: URL, _ arguments: [String]) throws -> Result {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let output = Pipe()
    let error = Pipe()
    process.standardOutput = output
    process.standardError = error
    try process.run()
    // What it complains of is less than a pipe holds, so neither waits for the other.
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let complained = error.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: String(decoding: printed, as: UTF8.self),
      error: String(decoding: complained, as: UTF8.self))
  }

  /// The command-line tool.
  package static var tool: URL { program("cairnctl") }

  /// Beside the tests, in the folder of the build.
  package static func program(_ name: String) -> URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let folder = bundle?.bundleURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return folder.deletingLastPathComponent().appendingPathComponent(name)
  }
}
