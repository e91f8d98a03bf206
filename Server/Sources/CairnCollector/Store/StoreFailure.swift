/// A call that a store could not complete.
enum StoreFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// Nothing was changed.
  case unavailable(String)
  /// The change may be durable or not, for example because the connection ended during the commit.
  case outcomeUnknown(String)
  /// The position of the query is none that this store has returned.
  case invalidCursor
  /// The database is a dump of another server, and its events are not in order; with the remedy.
  case restoredDump(String)
  /// The answer would take more memory than a question may use; the text states what to narrow.
  case questionTooLarge(String)
  /// The client of the question has closed the connection.
  case questionAbandoned

  var description: String {
    switch self {
    case .unavailable(let reason), .restoredDump(let reason), .questionTooLarge(let reason): reason
    case .outcomeUnknown(let reason): "it is not known whether the commit succeeded: \(reason)"
    case .questionAbandoned: "the client has closed the connection"
    case .invalidCursor: "the cursor is none that this store has returned"
    }
  }
}
