import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A real ClickHouse server.
struct ClickHouseServer: Sendable {
  /// A server for all tests of this process; nil where it is not installed.
  static let shared: ClickHouseServer? = isInstalled ? try? start() : nil

  static var isInstalled: Bool { executable != nil }

  private static let executable = ["/usr/sbin/clickhouse-server", "/usr/bin/clickhouse-server"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  let port: Int
  let process: ServerProcess
  private let command: [String]

  /// Starts a server.
  ///
  /// `zooKeeper` is its port, for replicated tables, and `replica` the value of `{replica}`.
  static func start(zooKeeper: Int? = nil, replica: String = "r1") throws -> ClickHouseServer {
    guard let executable else { throw CocoaError(.fileNoSuchFile) }
    let folder = try TemporaryFolder()
    let ports = try ServerProcess.freePorts(3)
    try configuration(folder, ports, zooKeeper, replica).write(
      toFile: folder.path("config.xml"), atomically: true, encoding: .utf8)
    try users.write(toFile: folder.path("users.xml"), atomically: true, encoding: .utf8)
    let command = [executable, "--config-file=" + folder.path("config.xml")]
    return ClickHouseServer(
      port: ports[0], process: try ServerProcess.start(folder, command), command: command)
  }

  /// Starts the server again, with its data and its ports.
  func restart() throws { _ = try ServerProcess.start(process.folder, command) }

  /// Returns the URL of a new, empty database.
  func database() async throws -> String {
    let name = "db_" + UUID().uuidString.replacing("-", with: "").lowercased()
    try await waitUntilReady()
    try await query("CREATE DATABASE \(name)")
    return url(name)
  }

  func url(_ database: String) -> String { "http://127.0.0.1:\(port)/\(database)" }

  func waitUntilReady() async throws {
    try await eventually("ClickHouse answers") { (try? await query("SELECT 1")) == "1\n" }
  }

  @discardableResult
  func query(_ sql: String) async throws -> String {
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/")
    request.method = .POST
    request.body = .bytes(ByteBuffer(string: sql))
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
    let text = String(buffer: try await response.body.collect(upTo: 1 << 26))
    guard response.status == .ok else { throw QueryFailure(text: text) }
    return text
  }

  /// Returns the rows of a query, by tabs.
  func rows(_ sql: String) async throws -> [String] {
    try await query(sql).split(separator: "\n").map(String.init)
  }

  struct QueryFailure: Error {
    var text: String
  }

  private static func configuration(
    _ folder: TemporaryFolder, _ ports: [Int], _ zooKeeper: Int?, _ replica: String
  ) -> String {
    let cluster =
      zooKeeper.map { port in
        """
        <zookeeper><node><host>127.0.0.1</host><port>\(port)</port></node>
        <session_timeout_ms>4000</session_timeout_ms></zookeeper>
        <macros><replica>\(replica)</replica></macros>
        """
      } ?? ""
    return """
      <yandex>
      <logger><level>warning</level><console>1</console></logger>
      <listen_host>127.0.0.1</listen_host>
      <http_port>\(ports[0])</http_port><tcp_port>\(ports[1])</tcp_port>
      <interserver_http_port>\(ports[2])</interserver_http_port>
      <interserver_http_host>127.0.0.1</interserver_http_host>
      <path>\(folder.path("data/"))</path><tmp_path>\(folder.path("tmp/"))</tmp_path>
      <users_config>users.xml</users_config>
      <default_profile>default</default_profile><default_database>default</default_database>
      <mark_cache_size>67108864</mark_cache_size><timezone>UTC</timezone>
      \(cluster)
      </yandex>
      """
  }

  private static let users = """
    <yandex><profiles><default></default></profiles><users>
    <default><password></password><networks><ip>127.0.0.1</ip></networks>
    <profile>default</profile><quota>default</quota></default>
    <ada><password>s@cret</password><networks><ip>127.0.0.1</ip></networks>
    <profile>default</profile><quota>default</quota></ada>
    </users><quotas><default></default></quotas></yandex>
    """
}
