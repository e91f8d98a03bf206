import Foundation

/// The programs of the cluster, where Debian's packages have them.
enum Installed {
  /// Returns the path of a program.
  static func program(_ name: String) throws -> String {
    let versions = "/usr/lib/postgresql"
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? []
    let postgresql = numbers.compactMap { Int($0) }.sorted(by: >).map { "\(versions)/\($0)/bin" }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = postgresql + path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"]
    for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
      return "\(folder)/\(name)"
    }
    throw ClusterFailure("there is no \(name); Scripts/bootstrap cluster installs it")
  }

  /// Returns the path of the tool in the same build.
  static func cairnctl() throws -> String {
    let own = Bundle.main.executablePath ?? CommandLine.arguments[0]
    let path = URL(fileURLWithPath: own).deletingLastPathComponent().path + "/cairnctl"
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw ClusterFailure("there is no cairnctl beside cairnlab; build it first")
    }
    return path
  }

  /// Returns the path of a file that a package has.
  static func file(_ path: String) throws -> String {
    guard FileManager.default.fileExists(atPath: path) else {
      throw ClusterFailure("there is no \(path); Scripts/bootstrap cluster installs it")
    }
    return path
  }

  /// Returns the beginning of a command that runs as the user of PostgreSQL, which refuses to run
  /// as root; empty for another user.
  static func asDatabaseUser() throws -> [String] {
    guard getuid() == 0 else { return [] }
    return [
      try program("setpriv"), "--reuid=postgres", "--regid=postgres", "--init-groups", "--",
    ]
  }

  /// Runs a command to its end.
  static func run(_ command: [String], log: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let descriptor = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw ClusterFailure("cannot open \(log): errno \(errno)") }
    let output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ClusterFailure("\(command.joined(separator: " ")) failed; see \(log)")
    }
  }
}
