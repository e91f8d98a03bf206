import CLibPQ

/// The rows of a statement, whose values are in text form.
package struct PostgreSQLResult: Sendable {
  /// The rows; a NULL is nil.
  package let rows: [[String?]]
  /// The number of rows that were inserted, updated or deleted.
  package let affected: Int

  init(_ result: OpaquePointer) {
    let columns = PQnfields(result)
    rows = (0..<PQntuples(result)).map { row in
      (0..<columns).map { column in
        guard PQgetisnull(result, row, column) == 0, let text = PQgetvalue(result, row, column)
        else { return nil }
        let bytes = UnsafeRawBufferPointer(
          start: text, count: Int(PQgetlength(result, row, column)))
        return String(decoding: bytes, as: UTF8.self)
      }
    }
    affected = Int(String(cString: PQcmdTuples(result))) ?? 0
  }
}
