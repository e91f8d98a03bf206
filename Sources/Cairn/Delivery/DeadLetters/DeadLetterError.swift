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
      "\(name) is in use: an app delivers to it, or another command works at its dead letters. "
        + "Nothing was changed; try again when it rests"
    case .noCursor(let name): "\(name) has no cursor that can be read. Nothing was changed"
    case .tooScattered(let name):
      "\(name): too many separate letters are left. Nothing was changed; choose more of those that "
        + "lie together, or fewer"
    case .interrupted(let name, let events, let problem):
      "\(name): the journal took \(events) events and no more"
        + (problem.map { ": \($0)" } ?? "")
    }
  }
}
