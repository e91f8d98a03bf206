import Foundation

/// Runs another program.
final class Tool: Sendable {
  struct Failure: Error {
    var status: Int32
    var output: String
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Waits for the first line it prints.
  func firstLine() async -> String {
    await offThePool { self.readLine() }
  }

  private func readLine() -> String {
    var line = Data()
    while let byte = try? output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) {
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Closes its input and waits for its end; tells what it printed.
  @discardableResult
  func finish(_ data: Data = Data()) async throws -> Data {
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

  /// The packing is gzip's own, so that ours is not checked by itself.
  static func gzip(_ data: Data) async throws -> Data {
    try await Tool(["gzip", "-9", "-c"]).finish(data)
  }
}
