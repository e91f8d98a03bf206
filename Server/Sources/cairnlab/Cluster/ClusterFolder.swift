import Foundation

/// The temporary folder of a cluster, and the paths in it.
struct ClusterFolder: Sendable {
  let root: String

  init(in parent: String = NSTemporaryDirectory()) throws {
    root =
      URL(fileURLWithPath: parent)
      .appendingPathComponent("cairn-cluster-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(
      atPath: root, withIntermediateDirectories: true,
      // PostgreSQL runs as another user than root.
      attributes: [.posixPermissions: 0o755])
  }

  func path(_ name: String) -> String { "\(root)/\(name)" }
  func log(_ name: String) -> String { path("\(name).log") }
  func pidFile(_ name: String) -> String { path("\(name).pid") }

  /// Gives the folder to the user of PostgreSQL's servers.
  func prepareForDatabases() throws {
    if getuid() == 0 { try Installed.run(["chown", "postgres", root], log: log("folder")) }
  }

  func remove() { try? FileManager.default.removeItem(atPath: root) }

  /// Starts a process that kills all servers and removes the folder when this process has died.
  ///
  /// The servers must not go on without it. When they have ended in order, end the process.
  func guardServers() throws -> Process {
    let watch = Process()
    watch.executableURL = URL(fileURLWithPath: "/bin/sh")
    watch.arguments = [
      "-c",
      """
      while kill -0 "$1" 2> /dev/null; do
        [ -d "$2" ] || exit 0
        sleep 0.5
      done
      for file in "$2"/*.pid; do
        read -r server < "$file" || continue
        kill -9 $(cat "/proc/$server/task/$server/children" 2> /dev/null) "$server" 2> /dev/null
      done
      rm -rf "$2"
      """, "guard", "\(ProcessInfo.processInfo.processIdentifier)", root,
    ]
    watch.standardOutput = FileHandle.nullDevice
    watch.standardError = FileHandle.nullDevice
    try watch.run()
    return watch
  }

  /// Returns different ports on which nothing listens.
  static func freePorts(_ count: Int) throws -> [Int] {
    let sockets = (0..<count).map { _ in socket(AF_INET, streamSocket, 0) }
    defer { for socket in sockets { close(socket) } }
    return try sockets.map { socket in
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          bind(socket, address, length) == 0 ? getsockname(socket, address, &length) : -1
        }
      }
      guard status == 0 else { throw ClusterFailure("no free port: errno \(errno)") }
      return Int(UInt16(bigEndian: address.sin_port))
    }
  }
}

#if canImport(Glibc)
private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
private let streamSocket = SOCK_STREAM
#endif
