/// A failure of a statement or of a connection.
package struct PostgreSQLError: Error, Sendable, CustomStringConvertible {
  /// The condition; nil when the server did not respond.
  ///
  /// Source: PostgreSQL, appendix A, "PostgreSQL Error Codes".
  package var sqlState: String?
  package var message: String

  package init(sqlState: String? = nil, message: String) {
    self.sqlState = sqlState
    self.message = message
  }

  package var description: String {
    sqlState.map { "\(message) (SQLSTATE \($0))" } ?? message
  }

  /// Whether a transaction was ended in favour of another one, so that it may be tried again.
  package var isRetryable: Bool { ["40001", "40P01"].contains(sqlState) }
}
