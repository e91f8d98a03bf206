/// The rows of the activity that questions read before, in the memory of the collector.
///
/// It is for a database whose rows do not change: events are added in new rows, and rows that are
/// merged, or lose events, are replaced by rows with new ids. So an answer needs only the list of
/// the rows from the database, and the entries of those rows that are not in memory.
final class ActivityCache: Sendable {
  /// A question that uses the cache.
  struct Use: Sendable {
    fileprivate var number: UInt64
    fileprivate var generation: UInt64
  }

  private let state: Locked<State>

  /// Creates an empty cache of at most so many bytes.
  init(maxBytes: Int) { state = Locked(State(maxBytes: maxBytes)) }

  var bytes: Int { state.withLock { $0.bytes } }

  /// Begins a question.
  ///
  /// All rows are removed when `origin`, which names the database and its run, differs from the
  /// one before: another database has other rows with the same ids.
  func begin(origin: String) -> Use { state.withLock { $0.begin(origin) } }

  /// Returns the entries of those rows that are in memory, in the order of the ids.
  func entries(of ids: [Int64], _ project: String, _ use: Use) -> [NumberedEntries?] {
    state.withLock { $0.entries(of: ids, ExactText(project), use) }
  }

  /// Returns the entries of these rows with numbers, and keeps as many as there is room for.
  ///
  /// The result has nil for a row whose users have no numbers, because there are too many.
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

  /// Removes all rows, such as after an erasure.
  func removeAll() { state.withLock { $0.removeAll() } }
}

private struct State {
  let maxBytes: Int
  private(set) var bytes = 0
  private var origin = ""
  private var generation: UInt64 = 0
  private var uses: UInt64 = 0
  private var numberings: UInt64 = 0
  private var projects: [ExactText: CachedProject] = [:]
  /// The last question that found no room, for which nothing more is tried.
  private var fullFor: UInt64 = 0

  init(maxBytes: Int) { self.maxBytes = maxBytes }

  mutating func begin(_ origin: String) -> ActivityCache.Use {
    if origin != self.origin {
      removeAll()
      self.origin = origin
    }
    // The numbers of users that are in no row any more become free together with all others.
    for project in projects.keys where projects[project]?.isFull == true { remove(project) }
    uses += 1
    return ActivityCache.Use(number: uses, generation: generation)
  }

  mutating func removeAll() {
    projects = [:]
    bytes = 0
    generation += 1
  }

  private mutating func remove(_ project: ExactText) {
    bytes -= projects.removeValue(forKey: project)?.bytes ?? 0
  }

  mutating func entries(
    of ids: [Int64], _ project: ExactText, _ use: ActivityCache.Use
  ) -> [NumberedEntries?] {
    guard use.generation == generation else { return ids.map { _ in nil } }
    return ids.map { projects[project]?.entries(of: $0, use.number) }
  }

  mutating func add(
    _ id: Int64, _ part: ActivityPart, _ project: ExactText, _ use: ActivityCache.Use
  ) -> [UInt64]? {
    guard use.generation == generation else { return nil }
    begin(project)
    // Another question can have read the same row meanwhile.
    bytes -= projects[project]?.remove(id) ?? 0
    let before = projects[project]?.bytes ?? 0
    let values = projects[project]?.number(part)
    bytes += (projects[project]?.bytes ?? 0) - before
    guard let values, makeRoomForUsers(of: project, use) else { return nil }
    let size = CachedProject.bytes(of: values)
    if makeRoom(for: size, project, use) {
      bytes += size
      projects[project]?.keep(values, of: id, use.number)
    }
    return values
  }

  private mutating func begin(_ project: ExactText) {
    guard projects[project] == nil else { return }
    numberings += 1
    projects[project] = CachedProject(numbering: numberings, maxUsers: maxBytes / 128)
  }

  func links(of project: ExactText, _ use: ActivityCache.Use) -> CachedLinks? {
    use.generation == generation ? projects[project]?.links : nil
  }

  mutating func keep(_ links: CachedLinks, of project: ExactText, _ use: ActivityCache.Use) {
    guard use.generation == generation else { return }
    begin(project)
    bytes -= projects[project]?.links?.bytes ?? 0
    projects[project]?.links = nil
    guard makeRoom(for: links.bytes, project, use) else { return }
    bytes += links.bytes
    projects[project]?.links = links
  }

  func users(of project: ExactText, _ use: ActivityCache.Use) -> UserKeys? {
    use.generation == generation ? projects[project]?.users : nil
  }

  /// Makes room for new users, who have numbers already.
  private mutating func makeRoomForUsers(
    of project: ExactText, _ use: ActivityCache.Use
  ) -> Bool {
    if makeRoom(for: 0, project, use) { return true }
    bytes -= projects[project]?.removeRows() ?? 0
    if bytes <= maxBytes { return true }
    // Another question needs the rest.
    removeAll()
    return false
  }

  /// Removes rows that this question did not use, those first that were not used for the longest.
  private mutating func makeRoom(
    for size: Int, _ project: ExactText, _ use: ActivityCache.Use
  ) -> Bool {
    if bytes + size <= maxBytes { return true }
    guard fullFor != use.number else { return false }
    var unused = projects.flatMap { owner, rows in
      rows.uses(before: use.number).map { (project: owner, id: $0.id, use: $0.use) }
    }
    unused.sort { $0.use > $1.use }
    // More than this row needs, because each removal reads the list of all rows.
    while bytes + size > maxBytes / 8 * 7, let row = unused.popLast() {
      bytes -= projects[row.project]?.remove(row.id) ?? 0
      if projects[row.project]?.isEmpty == true, row.project != project { remove(row.project) }
    }
    if bytes + size <= maxBytes { return true }
    fullFor = use.number
    return false
  }
}
