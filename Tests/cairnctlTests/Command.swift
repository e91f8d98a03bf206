import Foundation

/// The command-line tool as it was built, run as a process.
struct Command {
  struct Result {
    var status: Int32
    var output: String
    var error: String
  }

  static func run(_ arguments: String...) throws -> Result { try run(arguments) }

  static func run(_ arguments: [String]) throws -> Result {
    try run(tool, arguments)
  }

  /// As a user who may change nothing; as this one, who may not either, when this is no superuser.
  static func runUnprivileged(_ arguments: String...) throws -> Result {
    guard getuid() == 0 else { return try run(arguments) }
    let user = ["--reuid=65534", "--regid=65534", "--clear-groups", tool.path]
    return try run(URL(fileURLWithPath: setpriv), user + arguments)
  }

  /// Whether the tool lies where another user can reach it.
  static var canRunUnprivileged: Bool {
    guard getuid() == 0 else { return true }
    guard FileManager.default.isExecutableFile(atPath: setpriv) else { return false }
    return (try? runUnprivileged("--help"))?.status == 0
  }

  private static let setpriv = "/usr/bin/setpriv"

  static func run(_ program: URL, _ arguments: [String]) throws -> Result {
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

  /// Beside the tests, in the folder of the build.
  static var tool: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let folder = bundle?.bundleURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return folder.deletingLastPathComponent().appendingPathComponent("cairnctl")
  }
}
