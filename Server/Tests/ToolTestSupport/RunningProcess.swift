import Foundation

/// A running process, with its output line by line and its input.
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
    // A missing line of output must not delay all other tests.
    watchdog = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 600, execute: watchdog)
  }

  /// Starts cairnctl.
  package convenience init(tool arguments: String...) throws {
    try self.init([Command.tool.path] + arguments)
  }

  deinit { stop() }

  package func ask(_ line: String) -> String? {
    input.fileHandleForWriting.write(Data((line + "\n").utf8))
    return self.line()
  }

  /// Waits for a line; nil when the process has ended.
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

  #if os(Linux)
  /// Returns the most resident memory that the process has had, in bytes; nil when it has ended.
  package func peakResidentBytes() -> Int? {
    let path = "/proc/\(process.processIdentifier)/status"
    guard let status = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
  }
  #endif

  /// Kills the process as in a crash, without any clean-up.
  package func crash() {
    watchdog.cancel()
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Asks the process to end, without waiting.
  package func terminate() { process.terminate() }

  package var isRunning: Bool { process.isRunning }

  /// Waits for the end of the process and returns its status.
  package func waitForEnd() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  package func stop() {
    watchdog.cancel()
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }
}
