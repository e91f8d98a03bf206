import Foundation

/// A collector in a separate process, which the parent measures.
final class CollectorProcess: Sendable {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  let port: Int
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// Starts the process; returns when it listens.
  init(database: String, keys: [String]) throws {
    process.executableURL = Bundle.main.executableURL
    process.arguments =
      ["bench", "serve", "--database", database] + keys.flatMap { ["--key", $0] }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    guard let port = Int(Self.line(output)) else {
      throw Failure(description: "the collector did not start")
    }
    self.port = port
  }

  func usage() throws -> ServerUsage {
    try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    return try JSONDecoder().decode(ServerUsage.self, from: Data(Self.line(output).utf8))
  }

  /// Ends the process, which merges its database into one file.
  func end() throws {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "the collector exited with \(process.terminationStatus)")
    }
  }

  private static func line(_ pipe: Pipe) -> String {
    var line = Data()
    while let byte = try? pipe.fileHandleForReading.read(upToCount: 1), !byte.isEmpty,
      byte != Data("\n".utf8)
    {
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }
}
