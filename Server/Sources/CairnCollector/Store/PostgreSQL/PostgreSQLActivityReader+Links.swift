#if canImport(PostgreSQLClient)
import PostgreSQLClient

// The anonymous ids of all users are needed for each answer about users: those that were read
// before are in memory.
extension PostgreSQLActivityReader {
  private struct TooManyLinks: Error {}

  func linkedUsers(of project: String) throws -> LinkedUsers {
    guard removals >= 0 else { return .unread }
    var links: CachedLinks
    do {
      links = try self.links(of: project)
    } catch is TooManyLinks {
      links = CachedLinks(moment: moment, removals: removals)
    }
    if let users = cache.users(of: project, use) { links.users?.find(users) }
    cache.keep(links, of: project, use)
    return links.users.map(LinkedUsers.all) ?? .tooMany
  }

  /// Returns the users with their anonymous ids, of which only those are read that are new.
  private func links(of project: String) throws -> CachedLinks {
    if let known = cache.links(of: project, use), known.removals == removals,
      !known.hasUnusedNumbers, known.moment.isBefore(moment)
    {
      if known.users == nil || known.moment == moment { return known }
      do {
        return try new(of: project, known)
      } catch is TooManyLinks {
        // Some were counted twice: all of them are fewer.
      }
    }
    var links = CachedLinks(moment: moment, removals: removals, users: UserTable())
    try read("", [.text(project)], into: &links)
    links.unused = links.users?.unusedNumbers ?? 0
    return links
  }

  /// Returns the links of an earlier moment with those that were added since.
  private func new(of project: String, _ known: CachedLinks) throws -> CachedLinks {
    var links = known
    links.moment = moment
    // In a database that was restored, transactions of old rows can have higher numbers than new
    // ones.
    try read(
      "AND added >= $2::text::xid8 AND added < $3::text::xid8",
      [.text(project), .text("\(known.moment.begin)"), .text("\(moment.end)")], into: &links)
    return links
  }

  private func read(
    _ condition: String, _ values: [PostgreSQLValue], into links: inout CachedLinks
  ) throws {
    var (users, count) = (links.users ?? UserTable(), links.count)
    links.users = nil
    try cursor(
      "SELECT anonymous, \"user\" FROM activity_links WHERE project = $1 \(condition)", values
    ) { row in
      guard let anonymous = row.integer(0), let user = row.integer(1) else { return true }
      count += 1
      if count > UserTable.maxLinksOfProject { throw TooManyLinks() }
      try users.add(
        ActivityLink(anonymous: UInt64(bitPattern: anonymous), user: UInt64(bitPattern: user)))
      return true
    }
    (links.users, links.count) = (users, count)
  }
}
#endif
