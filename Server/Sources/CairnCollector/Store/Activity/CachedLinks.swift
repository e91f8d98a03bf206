/// The anonymous ids of a project that belong to users, as of one moment.
struct CachedLinks: Sendable {
  /// A moment of the database: a transaction of a lower number than `begin` has ended, one from
  /// `end` on has not begun.
  struct Moment: Sendable, Equatable {
    var begin: UInt64
    var end: UInt64

    /// Returns whether all that was visible at this moment is visible at the other one.
    func isBefore(_ other: Moment) -> Bool { end <= other.begin }
  }

  var moment: Moment
  /// The number of removals until then, after which links can be missing.
  var removals: Int64
  /// It is nil when there are more than `UserTable.maxLinksOfProject`.
  var users: UserTable?

  var bytes: Int { users?.bytes ?? 0 }
}

/// The anonymous ids that belong to users, as a reader has them.
enum LinkedUsers {
  /// They have to be read.
  case unread
  case all(UserTable)
  /// They are more than are read for each question.
  case tooMany
}
