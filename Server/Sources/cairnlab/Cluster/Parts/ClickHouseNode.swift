import Cairn
import CairnServer
import Foundation

/// One server of ClickHouse, which can be a replica.
final class ClickHouseNode: Sendable {
  let name: String
  let process: ServerProcess
  private let port: Int

  /// Creates the server; `ports` are those of HTTP, of the native protocol and of the replicas.
  ///
  /// `zooKeeper` is the port that a replica needs.
  init(
    _ name: String, ports: ArraySlice<Int>, zooKeeper: Int? = nil, in folder: ClusterFolder
  ) throws {
    self.name = name
    port = ports[ports.startIndex]
    let (settings, users) = (folder.path("\(name).xml"), folder.path("clickhouse-users.xml"))
    try Self.users.write(toFile: users, atomically: true, encoding: .utf8)
    try Self.settings(name, Array(ports), zooKeeper, folder).write(
      toFile: settings, atomically: true, encoding: .utf8)
    process = ServerProcess(
      name, [try Installed.program("clickhouse-server"), "--config-file=\(settings)"], in: folder)
  }

  func url(_ database: String) -> String { "http://127.0.0.1:\(port)/\(database)" }

  func answers() async -> Bool { (try? await query("SELECT 1")) == "1\n" }

  /// Runs a statement, and returns its rows by tabs and lines.
  func query(_ sql: String, seconds: Int = 60) async throws -> String {
    try await send(Array(sql.utf8), "", seconds)
  }

  /// Runs an INSERT with these bytes.
  func insert(_ sql: String, _ bytes: [UInt8]) async throws {
    let sql = sql.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    _ = try await send(bytes, "?query=\(sql)", 60)
  }

  private func send(_ body: [UInt8], _ query: String, _ seconds: Int) async throws -> String {
    guard let url = URL(string: "http://127.0.0.1:\(port)/\(query)") else { return "" }
    let response = try await AsyncHTTPClientTransport(timeout: Double(seconds)).send(
      HTTPRequest(url: url, headers: [], body: body))
    let text = String(decoding: response.body, as: UTF8.self)
    guard response.status == 200 else { throw ClusterFailure("\(name): \(text)") }
    return text
  }

  private static func settings(
    _ name: String, _ ports: [Int], _ zooKeeper: Int?, _ folder: ClusterFolder
  ) -> String {
    let keeper = zooKeeper.map { port in
      """
      <zookeeper><node><host>127.0.0.1</host><port>\(port)</port></node>
      <session_timeout_ms>4000</session_timeout_ms></zookeeper>
      """
    }
    return """
      <yandex>
      <logger><level>warning</level><console>1</console></logger>
      <listen_host>127.0.0.1</listen_host>
      <http_port>\(ports[0])</http_port><tcp_port>\(ports[1])</tcp_port>
      <interserver_http_port>\(ports[2])</interserver_http_port>
      <interserver_http_host>127.0.0.1</interserver_http_host>
      <path>\(folder.path("\(name)-data/"))</path>
      <tmp_path>\(folder.path("\(name)-tmp/"))</tmp_path>
      <users_config>clickhouse-users.xml</users_config>
      <default_profile>default</default_profile><default_database>default</default_database>
      <mark_cache_size>67108864</mark_cache_size><timezone>UTC</timezone>
      \(keeper ?? "")
      <macros><replica>\(name)</replica></macros>
      </yandex>
      """
  }

  private static let users = """
    <yandex><profiles><default></default></profiles><users>
    <default><password></password><networks><ip>127.0.0.1</ip></networks>
    <profile>default</profile><quota>default</quota></default>
    </users><quotas><default></default></quotas></yandex>
    """
}
