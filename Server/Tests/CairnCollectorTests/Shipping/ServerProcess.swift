import Foundation

/// A server with a folder of its own, which ends with this process, however that ends.
struct ServerProcess: Sendable {
  let folder: TemporaryFolder

  /// Runs the command; its output is in the file `log`.
  static func start(_ folder: TemporaryFolder, _ command: [String]) throws -> ServerProcess {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments =
      [
        "-c",
        """
        folder=$0 tests=$1; shift
        "$@" >> "$folder/log" 2>&1 < /dev/null & server=$!
        echo $server > "$folder/pid"
        while ps -p "$tests" > /dev/null && ps -p $server > /dev/null; do sleep 0.2; done
        kill -KILL $server; wait $server
        ps -p "$tests" > /dev/null || rm -rf "$folder"
        """, folder.url.path(), "\(getpid())",
      ] + command
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return ServerProcess(folder: folder)
  }

  /// Kills the server as in a crash.
  func crash() async throws {
    let path = folder.path("pid")
    try await eventually("the server has a number") {
      (try? String(contentsOfFile: path, encoding: .utf8))?.hasSuffix("\n") == true
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    guard let number = Int32(text.dropLast()) else { throw CocoaError(.fileReadCorruptFile) }
    kill(number, SIGKILL)
    try await eventually("the server is gone") { kill(number, 0) != 0 }
    try FileManager.default.removeItem(atPath: path)
  }

  /// Returns ports that no process listens on.
  static func freePorts(_ count: Int) throws -> [Int] {
    let sockets = try (0..<count).map { _ in try ListeningSocket() }
    return sockets.map(\.port)
  }
}

/// A socket that listens on a free port until it is released.
private final class ListeningSocket {
  let port: Int
  private let descriptor: Int32

  init() throws {
    #if canImport(Glibc)
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let own = descriptor
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(own, pointer, length) == 0 && getsockname(own, pointer, &length) == 0
      }
    }
    guard result else { throw CocoaError(.fileReadUnknown) }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(descriptor) }
}
