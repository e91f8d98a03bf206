import Foundation
import PostgreSQLClient

@testable import CairnCollector

/// A real PostgreSQL server with a data folder of its own, for all tests of this process.
struct PostgreSQLServer: Sendable {
  /// The server; nil where it is not installed.
  static let shared = try? start([])

  /// Starts a server of its own, with settings such as `synchronous_standby_names=s1`.
  static func start(_ settings: [String]) throws -> PostgreSQLServer {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = try command(folder, settings)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return PostgreSQLServer(folder: folder)
  }

  private let folder: TemporaryFolder

  /// Makes the data folder, and returns the command that runs the server until this process ends,
  /// however it ends.
  private static func command(
    _ folder: TemporaryFolder, _ settings: [String]
  ) throws -> [String] {
    let initdb = try installed("initdb")
    let user = getuid() == 0 ? ["runuser", "-u", "postgres", "--"] : []
    if !user.isEmpty { try run(["chown", "postgres", folder.path("")]) }
    let data = folder.path("data")
    try run(
      user + [
        initdb, "--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C",
        "-D", data,
      ])
    let server = URL(filePath: initdb).deletingLastPathComponent().appending(path: "postgres")
    return
      user + [
        "sh", "-c",
        """
        data=$1 sockets=$2 tests=$3; shift 3
        "$0" -D "$data" -k "$sockets" -c listen_addresses= -c fsync=off -c max_connections=300 \
          -c autovacuum=off "$@" > "$data/log" 2>&1 < /dev/null & server=$!
        while ps -p "$tests" > /dev/null; do sleep 0.2; done; kill -INT $server; wait $server; rm -rf "$data"
        """, server.path(), data, folder.path(""), "\(getpid())",
      ] + settings.flatMap { ["-c", $0] }
  }

  /// Returns the URL of a new, empty database.
  func database() async throws -> String {
    let name = "db_" + UUID().uuidString.replacing("-", with: "").lowercased()
    let connection = PostgreSQLConnection(url("postgres"), defaults: [:])
    try await eventually("the server accepts connections") {
      (try? await connection.run { try $0.script("SELECT 1").rows.count }) == 1
    }
    _ = try await connection.run { try $0.script("CREATE DATABASE \(name) TEMPLATE template0") }
    connection.close()
    return url(name)
  }

  /// Waits for the end of the transactions that are open now, in all databases: they delay readers.
  func settle() async throws {
    let store = PostgreSQLEventStore(url: url("postgres"), statementTimeout: .seconds(240))
    try await store.settle()
    try store.close()
  }

  /// Runs SQL as the administrator.
  func administer(_ sql: String) async throws {
    let connection = PostgreSQLConnection(url("postgres"), defaults: [:])
    _ = try await connection.run { try $0.script(sql) }
    connection.close()
  }

  private func url(_ database: String) -> String {
    let host = folder.path("").addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return "postgres://postgres@/\(database)?host=\(host)"
  }

  /// The path of a program, also where Debian keeps those of the server.
  private static func installed(_ name: String) throws -> String {
    let versions = "/usr/lib/postgresql"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? []
    let folders = names.compactMap { Int($0) }.sorted(by: >).map { "\(versions)/\($0)/bin" }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    for folder in folders + path.split(separator: ":").map(String.init) {
      let file = "\(folder)/\(name)"
      if FileManager.default.isExecutableFile(atPath: file) { return file }
    }
    throw CocoaError(.fileNoSuchFile)
  }

  private static func run(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableNotLoadable) }
  }
}
