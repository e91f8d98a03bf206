import CLibPQ

/// An open connection, for the time of one `PostgreSQLConnection.run`.
package struct PostgreSQLSession: ~Copyable {
  private let handle: OpaquePointer
  private let statements: PreparedStatements

  init(_ handle: OpaquePointer, _ statements: PreparedStatements) {
    self.handle = handle
    self.statements = statements
  }

  /// Returns the same session, for a value that has it for as long as the session is borrowed.
  package func alias() -> PostgreSQLSession { PostgreSQLSession(handle, statements) }

  /// Runs one statement with parameters `$1` and so on.
  ///
  /// With `isPrepared`, the server parses the statement only once for this connection, and after a
  /// few times no longer plans it: not for one that joins a table, because the plan for a small
  /// table would be used when it has grown.
  @discardableResult
  package func query(
    _ sql: String, _ values: [PostgreSQLValue] = [], isPrepared: Bool = false
  ) throws(PostgreSQLError) -> PostgreSQLResult {
    if isPrepared { try prepare(sql, values) }
    return try take(execute(sql, values, binary: false))
  }

  /// Runs one statement, and calls the body with each row, whose values are in binary form.
  ///
  /// `isPrepared` is that of the method without a body.
  package func query(
    _ sql: String, _ values: [PostgreSQLValue], isPrepared: Bool = false,
    each body: (PostgreSQLRow) throws -> Void
  ) throws {
    if isPrepared { try prepare(sql, values) }
    let result = execute(sql, values, binary: true)
    guard let result, PQresultStatus(result) == PGRES_TUPLES_OK else {
      try take(result)
      throw PostgreSQLError(message: "the statement returns no rows")
    }
    defer { PQclear(result) }
    for row in 0..<PQntuples(result) { try body(PostgreSQLRow(result: result, row: row)) }
  }

  private func prepare(_ sql: String, _ values: [PostgreSQLValue]) throws(PostgreSQLError) {
    guard statements.name(of: sql) == nil else { return }
    let name = statements.newName
    try take(
      PQprepare(handle, name, sql, Int32(values.count), values.map(\.type.rawValue)))
    statements.add(name, sql)
  }

  private func execute(
    _ sql: String, _ values: [PostgreSQLValue], binary: Bool
  ) -> OpaquePointer? {
    let types = values.map(\.type.rawValue)
    let formats = values.map { _ in Int32(1) }
    let lengths = values.map { Int32($0.bytes?.count ?? 0) }
    // One buffer for all, so that the pointers into it are valid together.
    var buffer: [UInt8] = []
    buffer.reserveCapacity(values.reduce(1) { $0 + ($1.bytes?.count ?? 0) })
    var offsets: [Int?] = []
    for value in values {
      offsets.append(value.bytes == nil ? nil : buffer.count)
      if let bytes = value.bytes { buffer += bytes }
    }
    // An empty value needs an address as well: none means NULL.
    buffer.append(0)
    return buffer.withUnsafeBytes { bytes in
      let buffer = bytes.assumingMemoryBound(to: CChar.self)
      let places = offsets.map { offset in
        offset.flatMap { offset in buffer.baseAddress.map { $0 + offset } }
      }
      let (count, format) = (Int32(values.count), Int32(binary ? 1 : 0))
      if let name = statements.name(of: sql) {
        return PQexecPrepared(handle, name, count, places, lengths, formats, format)
      }
      return PQexecParams(handle, sql, count, types, places, lengths, formats, format)
    }
  }

  /// Runs several statements in one round trip; returns the result of the last one.
  @discardableResult
  package func script(_ sql: String) throws(PostgreSQLError) -> PostgreSQLResult {
    try take(PQexec(handle, sql))
  }

  /// Runs a `COPY … TO STDOUT` and passes on each row in the format that the statement states.
  ///
  /// When it throws, the connection is of no more use, and is closed.
  package func copy(
    _ sql: String, _ row: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let start = PQexec(handle, sql)
    guard PQresultStatus(start) == PGRES_COPY_OUT else {
      try take(start)
      throw PostgreSQLError(message: "the statement is not a COPY TO STDOUT")
    }
    PQclear(start)
    while true {
      var text: UnsafeMutablePointer<CChar>?
      let length = PQgetCopyData(handle, &text, 0)
      guard length >= 0 else { break }
      defer { PQfreemem(text) }
      try row(UnsafeRawBufferPointer(start: text, count: Int(length)))
    }
    // The result says whether that was the end; after it there must be none.
    try take(PQgetResult(handle))
    PQclear(PQgetResult(handle))
  }

  /// Runs the body in a transaction, which is rolled back if it throws.
  ///
  /// The transaction begins with the statements `begin`, in the same round trip.
  @discardableResult
  package func transaction<Result>(
    _ begin: String = "", _ body: (PostgreSQLResult) throws -> Result
  ) throws -> Result {
    do {
      let first = try script("BEGIN; " + begin)
      return try body(first)
    } catch {
      // On a connection that is lost this fails as well, and the server rolls back.
      _ = try? script("ROLLBACK")
      throw error
    }
  }

  /// Commits the transaction; returns a warning of the server, nil when there is none.
  ///
  /// The server's `statement_timeout` does not apply to the wait for standbys. So after `limit` the
  /// client asks it to stop waiting, which it does with a warning.
  package func commit(within limit: Duration) throws(PostgreSQLError) -> String? {
    let deadline = PostgreSQLDeadline(handle, after: limit)
    defer { deadline.end() }
    let warnings = PostgreSQLWarnings()
    let before = PQsetNoticeReceiver(
      handle, PostgreSQLWarnings.receive, Unmanaged.passUnretained(warnings).toOpaque())
    defer { PQsetNoticeReceiver(handle, before, nil) }
    try script("COMMIT")
    return warnings.texts.first
  }

  var isUsable: Bool {
    PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE
  }

  @discardableResult
  private func take(_ result: OpaquePointer?) throws(PostgreSQLError) -> PostgreSQLResult {
    guard let result else { throw connectionError }
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return PostgreSQLResult(result)
    default:
      // 67 is 'C', the field of the condition.
      guard let state = PQresultErrorField(result, 67) else { throw connectionError }
      let message = PQresultErrorField(result, 77).map { String(cString: $0) }
      throw PostgreSQLError(
        sqlState: String(cString: state), message: message ?? "the statement failed")
    }
  }

  private var connectionError: PostgreSQLError {
    PostgreSQLError(message: Self.message(handle))
  }

  static func message(_ handle: OpaquePointer) -> String {
    String(cString: PQerrorMessage(handle)).split(separator: "\n").joined(separator: "; ")
  }
}

/// The statements of a connection that its server has parsed.
final class PreparedStatements {
  private var names: [String: String] = [:]

  var newName: String { "statement\(names.count)" }

  func name(of sql: String) -> String? { names[sql] }

  func add(_ name: String, _ sql: String) { names[sql] = name }
}

/// The warnings that a server sends beside a result.
private final class PostgreSQLWarnings {
  var texts: [String] = []

  static let receive: PQnoticeReceiver = { context, result in
    guard let context, let result, let state = PQresultErrorField(result, 67) else { return }
    // Notices of success have another class.
    guard String(cString: state).hasPrefix("01") else { return }
    let message = PQresultErrorField(result, 77).map { String(cString: $0) }
    Unmanaged<PostgreSQLWarnings>.fromOpaque(context).takeUnretainedValue().texts
      .append(message ?? "a warning")
  }
}
