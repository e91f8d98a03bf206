import CrashSupport
import Foundation

/// The program `journalworkload`, which is beside the tests in the build folder.
enum Workload {
  static let program: String = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let tests = bundle?.bundleURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return tests.deletingLastPathComponent().appendingPathComponent("journalworkload").path
  }()

  /// Opens a folder, delivers the rest, and returns the result.
  static func check(
    _ directory: String, requests: String, _ options: String...
  ) throws -> CheckReport {
    let child = try Child(
      program, ["check", "--directory", directory, "--requests", requests] + options)
    // It prints once, at its end.
    if !child.watch(milliseconds: Child.hangLimit) { child.send(SIGKILL) }
    let (ending, output) = child.wait()
    guard ending == .exit(0) else {
      throw Failure(text: "journalworkload check: \(ending)\n\(output)")
    }
    return try JSONDecoder().decode(CheckReport.self, from: Data(output.utf8))
  }

  struct Failure: Error {
    var text: String
  }

  /// Runs blocking work on a separate thread.
  static func onThread<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
    }
  }
}
