package import Foundation

/// The built tools, run as processes.
package struct Command {
  package struct Result {
    package var status: Int32
    package var output: String
    package var error: String
  }

  package static func run(_ arguments: String...) throws -> Result { try run(arguments) }

  /// Runs cairnlab.
  package static func runLab(_ arguments: String...) throws -> Result {
    try runLab(arguments)
  }

  package static func runLab(_ arguments: [String]) throws -> Result {
    try run(program("cairnlab"), arguments)
  }

  package static func run(_ arguments: [String]) throws -> Result {
    try run(tool, arguments)
  }

  /// Runs the tool as a user without write permissions; as the current user if that is not the
  /// superuser.
  package static func runUnprivileged(_ arguments: String...) throws -> Result {
    guard getuid() == 0 else { return try run(arguments) }
    let user = ["--reuid=65534", "--regid=65534", "--clear-groups", tool.path]
    return try run(URL(fileURLWithPath: setpriv), user + arguments)
  }

  /// Whether another user can execute the tool.
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
    // The error output is shorter than the buffer of a pipe, so neither process blocks the other.
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let complained = error.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: String(decoding: printed, as: UTF8.self),
      error: String(decoding: complained, as: UTF8.self))
  }

  /// The path of cairnctl.
  package static var tool: URL { program("cairnctl") }

  /// Returns the path of a program in the build folder, beside the tests.
  package static func program(_ name: String) -> URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let folder = bundle?.bundleURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return folder.deletingLastPathComponent().appendingPathComponent(name)
  }
}
