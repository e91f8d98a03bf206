import CLibPQ
import Dispatch
import Foundation

/// A connection that is opened when it is needed, and again after it was lost.
///
/// libpq blocks, so each connection has a queue of its own.
// Sendable: `handle` and `statements` are used on `queue` alone, and in deinit, when no other
// reference is left.
package final class PostgreSQLConnection: @unchecked Sendable {
  private let parameters: [String: String]
  private let prepare: @Sendable (borrowing PostgreSQLSession) throws -> Void
  private let queue: DispatchQueue
  private var handle: OpaquePointer?
  private var statements = PreparedStatements()

  /// Creates a connection, which is not open yet.
  ///
  /// - Parameters:
  ///   - url: The servers and the database, as in `postgres://user@host1,host2/name`.
  ///   - defaults: Parameters of libpq for what the URL does not state.
  ///   - prepare: Called each time the connection was opened.
  package init(
    _ url: String, defaults: [String: String],
    prepare: @escaping @Sendable (borrowing PostgreSQLSession) throws -> Void = { _ in }
  ) {
    parameters = defaults.merging(["dbname": url]) { $1 }
    self.prepare = prepare
    queue = DispatchQueue(label: "cairn.postgresql")
  }

  deinit { if let handle { PQfinish(handle) } }

  /// Returns parameters for what a URL does not state: a server that does not respond is given up
  /// after seconds, and of several servers the one that accepts writes is found.
  package static func defaults(application: String) -> [String: String] {
    [
      "application_name": application, "connect_timeout": "2", "keepalives_idle": "5",
      "keepalives_interval": "2", "keepalives_count": "3", "tcp_user_timeout": "10000",
      "target_session_attrs": "read-write", "client_encoding": "UTF8",
    ]
  }

  /// Runs the body with the open connection, after the bodies of earlier calls.
  package func run<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing PostgreSQLSession) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try self.runNow(body) }) }
    }
  }

  /// Runs the body on the thread of the caller, which waits for the bodies of earlier calls.
  package func runHere<Result>(
    _ body: (borrowing PostgreSQLSession) throws -> Result
  ) throws -> Result {
    try queue.sync { try runNow(body) }
  }

  /// Closes the connection; a later call opens it again.
  package func close() { queue.sync { disconnect() } }

  private func runNow<Result>(
    _ body: (borrowing PostgreSQLSession) throws -> Result
  ) throws -> Result {
    let session = PostgreSQLSession(try connected(), statements)
    do {
      return try body(session)
    } catch {
      // A statement to which the server did not respond, or a transaction that did not end.
      if !session.isUsable { disconnect() }
      throw error
    }
  }

  private func connected() throws -> OpaquePointer {
    if let handle { return handle }
    // The URL comes last, so that what it states replaces the defaults.
    let sorted = parameters.sorted { $1.key == "dbname" && $0.key != "dbname" }
    let names = CStrings(sorted.map(\.key))
    let values = CStrings(sorted.map(\.value))
    let opened = withExtendedLifetime((names, values)) {
      PQconnectdbParams(names.pointers, values.pointers, 1)
    }
    guard let opened else { throw PostgreSQLError(message: "no memory for a connection") }
    guard PQstatus(opened) == CONNECTION_OK else {
      defer { PQfinish(opened) }
      throw PostgreSQLError(message: PostgreSQLSession.message(opened))
    }
    // libpq writes notices, such as "already exists, skipping", to the standard error by default.
    PQsetNoticeProcessor(opened, { _, _ in }, nil)
    handle = opened
    statements = PreparedStatements()
    do {
      try prepare(PostgreSQLSession(opened, statements))
    } catch {
      disconnect()
      throw error
    }
    return opened
  }

  private func disconnect() {
    if let handle { PQfinish(handle) }
    handle = nil
  }
}

/// Strings of C, and nil behind them.
private final class CStrings {
  private let texts: [UnsafeMutablePointer<CChar>?]

  init(_ texts: [String]) { self.texts = texts.map { strdup($0) } }

  var pointers: [UnsafePointer<CChar>?] { texts.map { UnsafePointer($0) } + [nil] }

  deinit { for text in texts { free(text) } }
}
