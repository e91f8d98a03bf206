import Foundation

/// A built example, run as a process.
final class ExampleProcess: Sendable {
  /// The way in which the process ended.
  enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  private let process = Process()
  private let output = Pipe()
  private let errors: URL

  /// Starts a program of this package, with variables in addition to those of this process.
  init(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    in folder: TemporaryFolder
  ) throws {
    errors = folder.url.appending(path: "\(program)-\(UUID().uuidString).log")
    try Data().write(to: errors)
    process.executableURL = Self.products.appending(path: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    // A process that does not end must not delay all other tests.
    DispatchQueue.global().asyncAfter(deadline: .now() + 600) { [weak self] in self?.send(SIGKILL) }
  }

  deinit { send(SIGKILL) }

  /// Returns the next output line; nil when the process has ended.
  func line() async -> String? {
    await offThePool { [output] in
      var line = Data()
      while let byte = try? output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
        if byte == Data("\n".utf8) { return String(decoding: line, as: UTF8.self) }
        line += byte
      }
      return nil
    }
  }

  func send(_ signal: Int32) {
    if process.isRunning { kill(process.processIdentifier, signal) }
  }

  /// Returns when the process has ended.
  func ending() async -> Ending {
    await offThePool { [process] in
      process.waitUntilExit()
      let status = process.terminationStatus
      return process.terminationReason == .exit ? .exit(status) : .signal(status)
    }
  }

  /// The error output so far.
  var complaints: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

  /// The folder of the build, beside the tests.
  private static var products: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let tests = bundle?.bundleURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return tests.deletingLastPathComponent()
  }
}

/// Does blocking work on a separate thread: the pool has one thread per core, and others need them.
func offThePool<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: work()) }
  }
}
