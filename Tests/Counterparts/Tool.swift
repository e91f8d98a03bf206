import Dispatch
package import Foundation

/// Runs another program.
package final class Tool: Sendable {
  package struct Failure: Error {
    var status: Int32
    var output: String

    package init(status: Int32, output: String) {
      self.status = status
      self.output = output
    }
  }

  private static let starting = NSLock()

  private let process = Process()
  private let input: Pipe
  private let output: Pipe

  package init(_ arguments: [String], environment: [String: String] = [:]) throws {
    // A process that another test starts meanwhile would inherit the pipes, and this process would
    // wait for it.
    Self.starting.lock()
    defer { Self.starting.unlock() }
    (input, output) = (Self.pipe(), Self.pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  private static func pipe() -> Pipe {
    let pipe = Pipe()
    for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    return pipe
  }

  /// Waits for the first output line.
  package func firstLine() async -> String {
    await offThePool { self.readLine() }
  }

  private func readLine() -> String {
    var line = Data()
    while let byte = try? output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty,
      byte != Data("\n".utf8)
    {
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Closes its input and waits for its end; returns its output.
  @discardableResult
  package func finish(_ data: Data = Data()) async throws -> Data {
    try await offThePool { Result { try self.writeAndRead(data) } }.get()
  }

  private func writeAndRead(_ data: Data) throws -> Data {
    try input.fileHandleForWriting.write(contentsOf: data)
    try input.fileHandleForWriting.close()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(
        status: process.terminationStatus, output: String(decoding: printed, as: UTF8.self))
    }
    return printed
  }

  /// Compresses with the tool gzip, so that Cairn's compression is not tested against itself.
  package static func gzip(_ data: Data) async throws -> Data {
    try await Tool(["gzip", "-9", "-c"]).finish(data)
  }
}

/// Does blocking work on a separate thread.
///
/// The cooperative pool has one thread per core, and the tested code needs them.
package func offThePool<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result
{
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: work()) }
  }
}
