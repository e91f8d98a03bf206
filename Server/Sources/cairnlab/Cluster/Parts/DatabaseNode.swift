#if canImport(PostgreSQLClient)
import Foundation
import PostgreSQLClient

/// One server of PostgreSQL, as the primary or as a standby.
final class DatabaseNode: Sendable {
  let name: String
  let port: Int
  let process: ServerProcess
  private let data: String
  private let folder: ClusterFolder

  init(_ name: String, port: Int, in folder: ClusterFolder) throws {
    self.name = name
    self.port = port
    self.folder = folder
    data = folder.path("\(name)-data")
    process = ServerProcess(
      name,
      try Installed.asDatabaseUser() + [
        try Installed.program("postgres"), "-D", data, "-p", "\(port)",
        // The path of a socket can be too long.
        "-c", "unix_socket_directories=",
      ], in: folder)
  }

  /// Makes the folder of a new primary; one of these standbys, if there are any, must have a commit
  /// before it is acknowledged.
  func create(standbys: [String]) throws {
    try run([
      try Installed.program("initdb"), "--auth=trust", "--username=postgres", "--encoding=UTF8",
      "--locale=C", "-D", data,
    ])
    let synchronous =
      standbys.isEmpty ? "" : "ANY 1 (\(standbys.joined(separator: ", ")))"
    // A new server fills each file of its log with zeros before the first record is written there,
    // and all commits wait for that. A server that has run for long uses its old files again.
    let settings = """
      listen_addresses = '127.0.0.1'
      max_connections = 60
      wal_keep_size = '2GB'
      wal_init_zero = off
      synchronous_standby_names = '\(synchronous)'
      wal_receiver_timeout = '5s'
      wal_sender_timeout = '5s'
      wal_retrieve_retry_interval = '200ms'

      """
    // `initdb` made it for its user.
    let configuration = try FileHandle(
      forUpdating: URL(fileURLWithPath: "\(data)/postgresql.conf"))
    defer { try? configuration.close() }
    let standard = String(decoding: try configuration.readToEnd() ?? Data(), as: UTF8.self)
    try configuration.write(contentsOf: Data((settings + Self.quickRestart(standard)).utf8))
  }

  /// Returns the setting with which a server that lost a process syncs its files all at once before
  /// it starts again; one after the other takes seconds.
  ///
  /// The configuration that `initdb` made mentions it since PostgreSQL 14.
  private static func quickRestart(_ standard: String) -> String {
    let setting = "recovery_init_sync_method"
    return standard.contains(setting) ? "\(setting) = 'syncfs'\n" : ""
  }

  /// Makes the folder of a standby, as a copy of the primary's.
  ///
  /// Its former contents are removed: a former primary may have commits that the new one has not.
  func copy(_ primary: DatabaseNode) throws {
    try run(["rm", "-rf", data])
    try run([
      try Installed.program("pg_basebackup"), "--dbname", conninfo(primary), "-D", data,
      "--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast", "--no-sync",
    ])
  }

  /// Follows another primary from now on; the server keeps what it has.
  func follow(_ primary: DatabaseNode) async throws {
    try await administer("ALTER SYSTEM SET primary_conninfo = '\(conninfo(primary))'")
    try await administer("SELECT pg_reload_conf()")
  }

  /// Becomes the primary.
  func promote() async throws { try await administer("SELECT pg_promote(true, 30)") }

  /// Returns the position up to which a standby has received the log; nil if it does not respond.
  func received() async -> UInt64? {
    let text = try? await value("SELECT pg_last_wal_receive_lsn() - '0/0'::pg_lsn")
    return text.flatMap { UInt64($0) }
  }

  /// Runs SQL in the administration's database; a standby accepts what changes no table.
  func administer(_ sql: String) async throws { _ = try await value(sql) }

  /// Returns the first value of the first row.
  func value(_ sql: String, database: String = "postgres") async throws -> String? {
    let connection = PostgreSQLConnection(
      "postgres://postgres@127.0.0.1:\(port)/\(database)", defaults: ["connect_timeout": "2"])
    defer { connection.close() }
    return try await connection.run { try $0.script(sql).rows.first?[0] }
  }

  private func conninfo(_ primary: DatabaseNode) -> String {
    "host=127.0.0.1 port=\(primary.port) user=postgres application_name=\(name)"
  }

  private func run(_ command: [String]) throws {
    try Installed.run(try Installed.asDatabaseUser() + command, log: folder.log(name))
  }
}
#endif
