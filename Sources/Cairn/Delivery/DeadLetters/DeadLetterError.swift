/// An error of replaying or discarding dead letters.
package enum DeadLetterError: Error, Equatable {
  /// Another process delivers to the destination or changes its dead letters.
  case busy(String)
  /// The destination has no readable cursor, and therefore no counters to update.
  case noCursor(String)
  /// More separate letters are chosen than the cursor can store.
  case tooScattered(String)
  /// The journal accepted only this number of events.
  case interrupted(String, events: Int, StorageProblem?)
}

extension DeadLetterError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .busy(let name):
      "\(name) is in use: an app delivers to it, or another command changes its dead letters. "
        + "Nothing was changed; try again when it is idle"
    case .noCursor(let name): "\(name) has no cursor that can be read. Nothing was changed"
    case .tooScattered(let name):
      "\(name): too many separate ranges of letters would remain. Nothing was changed; choose more "
        + "adjacent letters, or fewer letters"
    case .interrupted(let name, let events, let problem):
      "\(name): the journal accepted only \(events) events"
        + (problem.map { ": \($0)" } ?? "")
    }
  }
}
