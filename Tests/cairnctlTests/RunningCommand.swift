import Foundation

/// The command-line tool while it runs: what it prints, line by line.
final class RunningCommand {
  private let process = Process()
  private let output = Pipe()
  private var rest = Data()
  private let watchdog: DispatchWorkItem

  init(_ arguments: String...) throws {
    process.executableURL = Command.tool
    process.arguments = arguments
    process.standardOutput = output
    let process = self.process
    try process.run()
    // What it should print and does not must not hold up all other tests.
    watchdog = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: watchdog)
  }

  deinit { stop() }

  /// Waits for it; nil when the command has ended.
  func line() -> String? {
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

  func stop() {
    watchdog.cancel()
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }
}
