#if canImport(PostgreSQLClient)
import PostgreSQLClient

// The anonymous ids of all users are needed for each answer about users: those that were read
// before are in memory.
extension PostgreSQLActivityReader {
  private struct TooManyLinks: Error {}

  func linkedUsers(of project: String) throws -> LinkedUsers {
    guard removals >= 0 else { return .unread }
    var links = CachedLinks(moment: moment, removals: removals)
    do {
      var users = try users(of: project)
      if let numbered = cache.users(of: project, use) { users.find(numbered) }
      links.users = users
    } catch is TooManyLinks {
      links.users = nil
    }
    cache.keep(links, of: project, use)
    return links.users.map(LinkedUsers.all) ?? .tooMany
  }

  /// Returns the users with their anonymous ids, of which only those are read that are new.
  private func users(of project: String) throws -> UserTable {
    let known = cache.links(of: project, use)
    guard let known, known.removals == removals, known.users?.hasUnusedNumbers != true,
      known.moment == moment || known.moment.isBefore(moment)
    else { return try read("", [.text(project)], into: UserTable()) }
    guard let users = known.users else { throw TooManyLinks() }
    if known.moment == moment { return users }
    // In a database that was restored, transactions of old rows can have higher numbers than new
    // ones.
    return try read(
      "AND added >= $2::text::xid8 AND added < $3::text::xid8",
      [.text(project), .text("\(known.moment.begin)"), .text("\(moment.end)")], into: users)
  }

  private func read(
    _ condition: String, _ values: [PostgreSQLValue], into users: UserTable
  ) throws -> UserTable {
    var users = users
    var links = 0
    try cursor(
      "SELECT anonymous, \"user\" FROM activity_links WHERE project = $1 \(condition)", values
    ) { row in
      guard let anonymous = row.integer(0), let user = row.integer(1) else { return true }
      links += 1
      try users.add(
        ActivityLink(anonymous: UInt64(bitPattern: anonymous), user: UInt64(bitPattern: user)))
      // Some of the new ones can be known.
      if max(links, users.keyCount / 2) > UserTable.maxLinksOfProject { throw TooManyLinks() }
      return true
    }
    return users
  }
}
#endif
