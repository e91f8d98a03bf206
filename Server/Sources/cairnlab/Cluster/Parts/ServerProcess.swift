import Cairn
import Foundation

/// A server of the cluster: a process that is started, killed and started again.
final class ServerProcess: Sendable {
  private struct State {
    var process: Process?
    var kills = 0
  }

  let name: String
  private let command: [String]
  private let log: String
  private let pidFile: String
  private let state = Locked(State())

  /// Creates the server, which does not run yet; its output goes to a file in the folder.
  init(_ name: String, _ command: [String], in folder: ClusterFolder) {
    self.name = name
    self.command = command
    log = folder.log(name)
    pidFile = folder.pidFile(name)
  }

  var kills: Int { state.withLock { $0.kills } }

  var isRunning: Bool { state.withLock { $0.process?.isRunning ?? false } }

  func start() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // Foundation learns of the end of a process when the process closes a descriptor that it
    // inherited, which some servers do when they start: a shell keeps it open. It has a second
    // command, because it would become the first one otherwise.
    process.arguments = ["sh", "-c", #""$@"; :"#, name] + command
    let descriptor = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw ClusterFailure("cannot open \(log): errno \(errno)") }
    let output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    try Data("\(process.processIdentifier)\n".utf8).write(to: URL(fileURLWithPath: pidFile))
    state.withLock { $0.process = process }
  }

  /// Kills the processes of the server with SIGKILL, and waits until they have ended.
  func kill() {
    let process = state.withLock { state in
      if state.process?.isRunning == true { state.kills += 1 }
      return state.process
    }
    guard let process, process.isRunning else { return }
    // The shell ends when the server has ended. Parents first, so that they start no more children.
    var servers: [pid_t] = []
    while servers.isEmpty && process.isRunning {
      servers = ServerProcess.descendants(of: process.processIdentifier)
      if servers.isEmpty { usleep(1_000) }
    }
    for identifier in servers { systemKill(identifier) }
    process.waitUntilExit()
  }

  /// Returns the children of a process, theirs, and so on; each parent before its children.
  private static func descendants(of parent: pid_t) -> [pid_t] {
    let path = "/proc/\(parent)/task/\(parent)/children"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: " ").compactMap { pid_t($0) }.flatMap { child in
      [child] + descendants(of: child)
    }
  }
}

// A member named `kill` hides the function of that name.
func systemKill(_ process: pid_t) { _ = kill(process, SIGKILL) }

/// A part of the cluster that could not do its work.
struct ClusterFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
