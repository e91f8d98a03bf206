/// The anonymous identifier of this launch, and how to store it.
package struct AnonymousIDResolution: Equatable, Sendable {
  /// A finding that is logged.
  package enum LogEntry: Sendable {
    case recordFails
    case reinstalled
    case restored
    case replaced
  }

  package var id: String
  /// The relation of the identifier to the device's record, which determines what to write there.
  package var status: AnonymousIDStatus
  /// Whether this launch may write the identifier to the device's record (the keychain) and to its
  /// mirror (the user defaults).
  package var mayBeWritten: Bool
  package var logEntry: LogEntry?
  package var forgetsUser: Bool

  package init(
    _ id: String, _ status: AnonymousIDStatus, mayBeWritten: Bool = true,
    _ logEntry: LogEntry? = nil,
    forgetsUser: Bool = false
  ) {
    self.id = id
    self.status = status
    self.mayBeWritten = mayBeWritten
    self.logEntry = logEntry
    self.forgetsUser = forgetsUser
  }
}

/// The relation of the identifier in the identity's file to the device's record.
package enum AnonymousIDStatus: UInt8, Sendable {
  /// The record holds the identifier, or there is no record.
  case kept = 0
  /// The identifier applies unless the record already has one.
  case candidate = 1
  /// The identifier applies, and is not written to the record yet.
  case unkept = 2
}

/// The relation of a journal to this installation.
package enum Installation: Sendable {
  /// Nothing here comes from another one.
  case own
  /// The folder has a journal of another installation, and a new one was begun beside it.
  case foreign
  /// The relation cannot be determined now: the journal may belong to another installation.
  case unknown
}
