/// The contents of an `ActivityCache`, and the choice of what leaves it.
struct ActivityCacheState {
  /// A row, or a project without rows, that a question may remove.
  private struct Candidate {
    var project: ExactText
    var id: Int64?
    /// The last question that used it.
    var use: UInt64
  }

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

  mutating func begin() -> ActivityCache.Use {
    // The numbers of users that are in no row any more become free together with all others.
    for project in projects.keys where projects[project]?.isFull == true { remove(project) }
    uses += 1
    return ActivityCache.Use(number: uses, generation: generation)
  }

  mutating func validate(_ use: inout ActivityCache.Use, _ origin: String) {
    guard use.generation == generation, origin != self.origin else { return }
    removeAll()
    self.origin = origin
    use.generation = generation
  }

  mutating func removeAll() {
    projects = [:]
    bytes = 0
    generation += 1
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
    guard use.generation == generation, begin(project, CachedProject.maxBytes(of: part), use)
    else { return nil }
    return change(project) { rows in
      // Another question can have read the same row meanwhile.
      rows.remove(id)
      let values = rows.number(part)
      if let values { rows.keep(values, of: id, use.number) }
      return values
    } ?? nil
  }

  func users(of project: ExactText, _ use: ActivityCache.Use) -> UserKeys? {
    use.generation == generation ? projects[project]?.users : nil
  }

  func links(of project: ExactText, _ use: ActivityCache.Use) -> CachedLinks? {
    use.generation == generation ? projects[project]?.links : nil
  }

  mutating func keep(_ links: CachedLinks, of project: ExactText, _ use: ActivityCache.Use) {
    guard use.generation == generation else { return }
    change(project) { $0.links = nil }
    guard begin(project, links.bytes, use) else { return }
    change(project) { rows in
      rows.links = links
      rows.use = use.number
    }
  }

  /// Returns whether the project has room for more bytes.
  private mutating func begin(
    _ project: ExactText, _ size: Int, _ use: ActivityCache.Use
  ) -> Bool {
    let isKnown = projects[project] != nil
    guard makeRoom(for: size + (isKnown ? 0 : CachedProject.bytesOfProject), project, use) else {
      return false
    }
    guard !isKnown else { return true }
    numberings += 1
    projects[project] = CachedProject(numbering: numberings, maxUsers: maxBytes / 128)
    bytes += CachedProject.bytesOfProject
    return true
  }

  @discardableResult
  private mutating func change<Result>(
    _ project: ExactText, _ body: (inout CachedProject) -> Result
  ) -> Result? {
    guard let place = projects.index(forKey: project) else { return nil }
    let before = projects.values[place].bytes
    defer { bytes += projects.values[place].bytes - before }
    return body(&projects.values[place])
  }

  private mutating func remove(_ project: ExactText) {
    bytes -= projects.removeValue(forKey: project)?.bytes ?? 0
  }

  /// Removes what this question did not use, that first which was not used for the longest.
  private mutating func makeRoom(
    for size: Int, _ project: ExactText, _ use: ActivityCache.Use
  ) -> Bool {
    if bytes + size <= maxBytes { return true }
    guard size <= maxBytes, fullFor != use.number else { return false }
    var unused = candidates(before: use.number, except: project)
    unused.sort { $0.use > $1.use }
    // More than this row needs, because each removal reads the list of all rows.
    while bytes + size > maxBytes / 8 * 7, let next = unused.popLast() {
      if let id = next.id { change(next.project) { $0.remove(id) } }
      if projects[next.project]?.isEmpty == true, next.project != project { remove(next.project) }
    }
    if bytes + size <= maxBytes { return true }
    fullFor = use.number
    return false
  }

  private func candidates(before use: UInt64, except project: ExactText) -> [Candidate] {
    projects.flatMap { owner, rows -> [Candidate] in
      if rows.isEmpty {
        let isUnused = owner != project && rows.use < use
        return isUnused ? [Candidate(project: owner, id: nil, use: rows.use)] : []
      }
      return rows.rows(before: use).map { Candidate(project: owner, id: $0.id, use: $0.use) }
    }
  }
}
