/// A session: a period of use without a long pause.
package struct Session: Codable, Hashable, Sendable {
  /// The identifier of the session, a UUID of version 7.
  package var id: EventID
  /// The number of the session, counted from 1 on this installation.
  package var number: Int
  /// The wall-clock time of the first activity, in milliseconds since 1970.
  package var startedAt: Int64

  package init(id: EventID, number: Int, startedAt: Int64) {
    self.id = id
    self.number = number
    self.startedAt = startedAt
  }
}
