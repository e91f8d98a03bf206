/// The anonymous ids of a project that belong to users, as of one moment.
struct CachedLinks: Sendable {
  /// A moment of the database, which its snapshot is.
  struct Moment: Sendable, Equatable {
    /// All of the snapshot, as the server writes it.
    var snapshot: String
    /// The oldest transaction that had not ended, and the first that had not begun.
    var begin: UInt64
    var end: UInt64

    /// Returns whether all that was visible at this moment is visible at the other one.
    ///
    /// Neither number of a server ever falls.
    func isBefore(_ other: Moment) -> Bool {
      self == other || begin < other.begin || end < other.end
    }
  }

  var moment: Moment
  /// The number of removals until then, after which links can be missing.
  var removals: Int64
  /// It is nil when there are more than `UserTable.maxLinksOfProject`.
  var users: UserTable?
  /// The number of links, of which some can be counted twice.
  var count = 0
  /// The numbers of users that no key had after all links were read.
  var unused = 0

  var bytes: Int { users?.bytes ?? 0 }

  /// Whether many numbers are of no key any more, so that it is time to read all links.
  var hasUnusedNumbers: Bool { (users?.unusedNumbers ?? 0) > unused + 1_000 }
}

/// The anonymous ids that belong to users, as a reader has them.
enum LinkedUsers {
  /// They have to be read.
  case unread
  case all(UserTable)
  /// They are more than are read for each question.
  case tooMany
}
