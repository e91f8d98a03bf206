/// A stretch of use without a long pause.
package struct Session: Codable, Hashable, Sendable {
  /// A UUID of version 7.
  package var id: EventID
  /// Counted from 1 on this installation.
  package var number: Int
  /// Milliseconds since 1970 at its first sign of life.
  package var startedAt: Int64

  package init(id: EventID, number: Int, startedAt: Int64) {
    self.id = id
    self.number = number
    self.startedAt = startedAt
  }
}
