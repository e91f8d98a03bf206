import Foundation

/// A process while it runs: what it prints, line by line, and what it answers.
package final class RunningProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var rest = Data()
  private let watchdog: DispatchWorkItem

  package init(_ command: [String]) throws {
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardInput = input
    process.standardOutput = output
    let process = self.process
    try process.run()
    // What it should print and does not must not hold up all other tests.
    watchdog = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 600, execute: watchdog)
  }

  /// The command-line tool.
  package convenience init(tool arguments: String...) throws {
    try self.init([Command.tool.path] + arguments)
  }

  deinit { stop() }

  package func ask(_ line: String) -> String? {
    input.fileHandleForWriting.write(Data((line + "\n").utf8))
    return self.line()
  }

  /// Waits for it; nil when the process has ended.
  package func line() -> String? {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest.removeSubrange(...end) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      rest.append(more)
    }
  }

  /// Ends it as a crash would: it can tidy up nothing.
  package func crash() {
    watchdog.cancel()
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  package func stop() {
    watchdog.cancel()
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }
}
