/// The rows of the activity that questions read before, in the memory of the collector.
///
/// It is for a database whose rows do not change: events are added in new rows, and rows that are
/// merged, or lose events, are replaced by rows with new ids. So an answer needs only the list of
/// the rows from the database, and the entries of those rows that are not in memory.
final class ActivityCache: Sendable {
  /// A question that uses the cache.
  struct Use: Sendable {
    /// The order of the questions.
    var number: UInt64
    /// The number of times that everything had been removed.
    var generation: UInt64
  }

  private let state: Locked<ActivityCacheState>

  /// Creates an empty cache of at most so many bytes.
  init(maxBytes: Int) { state = Locked(ActivityCacheState(maxBytes: maxBytes)) }

  var bytes: Int { state.withLock { $0.bytes } }

  /// Begins a question, before it reads from the database.
  ///
  /// It finds and adds nothing after everything was removed meanwhile: it can have read what was
  /// erased.
  func begin() -> Use { state.withLock { $0.begin() } }

  /// Removes everything when `origin`, which names the database and its run, differs from the one
  /// before: another database has other rows with the same ids.
  func validate(_ use: Use, origin: String) -> Use {
    state.withLock { state in
      var use = use
      state.validate(&use, origin)
      return use
    }
  }

  /// Returns the entries of those rows that are in memory, in the order of the ids.
  func entries(of ids: [Int64], _ project: String, _ use: Use) -> [NumberedEntries?] {
    state.withLock { $0.entries(of: ids, ExactText(project), use) }
  }

  /// Adds rows as far as there is room, and returns their entries; nil for a row without room.
  func add(
    _ rows: [(id: Int64, part: ActivityPart)], _ project: String, _ use: Use
  ) -> [NumberedEntries?] {
    let project = ExactText(project)
    return state.withLock { state in
      let values = rows.map { state.add($0.id, $0.part, project, use) }
      guard let users = state.users(of: project, use) else { return values.map { _ in nil } }
      return values.map { $0.map { NumberedEntries(values: $0, users: users) } }
    }
  }

  /// Returns the anonymous ids that belong to users, as of the last question that read them.
  func links(of project: String, _ use: Use) -> CachedLinks? {
    state.withLock { $0.links(of: ExactText(project), use) }
  }

  /// Keeps the anonymous ids that belong to users, if there is room for them.
  func keep(_ links: CachedLinks, of project: String, _ use: Use) {
    state.withLock { $0.keep(links, of: ExactText(project), use) }
  }

  /// Returns the users of the project that have numbers.
  func users(of project: String, _ use: Use) -> UserKeys? {
    state.withLock { $0.users(of: ExactText(project), use) }
  }

  /// Removes everything, such as after an erasure.
  func removeAll() { state.withLock { $0.removeAll() } }
}
