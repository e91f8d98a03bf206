/// A copy of all events of one store into another one, which can be continued after it ended.
package struct StoreCopy: Sendable {
  /// The result for a project.
  package struct Project: Sendable, Equatable {
    package var name: String
    /// The events of the source, and of the destination.
    package var events: (source: Int, destination: Int)
    /// Whether the counts of events that were stored, received again or refused are the same in
    /// both.
    package var hasSameCounts: Bool

    package static func == (left: Project, right: Project) -> Bool {
      left.name == right.name && left.events == right.events
        && left.hasSameCounts == right.hasSameCounts
    }
  }

  static let pageEvents = 1_000

  private let source: any CopyableStore
  private let destination: any CopyableStore
  private let pageEvents: Int

  /// Opens both stores, which are the path of a file of SQLite or a URL of PostgreSQL.
  package init(from source: String, to destination: String) async throws {
    self.init(try Self.open(source), try Self.open(destination))
    try await self.source.migrate()
    try await self.destination.migrate()
    guard try await self.source.name() != self.destination.name() else {
      throw CollectorError(
        code: .invalidConfiguration,
        message: "both are the same store, or one is a copy of its file")
    }
  }

  init(
    _ source: any CopyableStore, _ destination: any CopyableStore, pageEvents: Int = Self.pageEvents
  ) {
    self.pageEvents = pageEvents
    self.source = source
    self.destination = destination
  }

  /// Returns the number of events of the source.
  package func count() async throws -> Int {
    try await source.summary().values.reduce(0) { $0 + $1.events }
  }

  /// Copies what was not copied yet.
  ///
  /// Tombstones come first, so that no event of an erased user is stored. At the end, the events
  /// are deleted that were copied before their user was erased, in this run or an earlier one.
  ///
  /// Calls `progress` with the number of events of each page, which ends the copy if it throws.
  /// Returns the comparison of the stores, by project.
  package func run(_ progress: @Sendable (Int) throws -> Void) async throws -> [Project] {
    let name = try await source.name()
    _ = try await copyRemovals()
    try await source.settle()
    var position = try await destination.position(in: name)
    var page = try await source.copy(after: position, limit: pageEvents)
    while page.position != nil {
      position = page.position
      let (current, after) = (page, position)
      async let next = source.copy(after: after, limit: pageEvents)
      _ = try await destination.insert(current, from: name)
      try progress(current.count)
      page = try await next
    }
    let tombstones = try await copyRemovals()
    for (subject, time) in try await destination.subjects(of: tombstones) {
      _ = try await destination.delete(subject, until: time)
    }
    let summary = try await source.summary()
    try await destination.insert(summary.mapValues(\.counts), from: name)
    return compare(summary, try await destination.summary())
  }

  package func close() throws {
    try source.close()
    try destination.close()
  }

  private func copyRemovals() async throws -> [Tombstone] {
    if let day = try await source.keptFrom() { _ = try await destination.prune(before: day) }
    let tombstones = try await source.tombstones()
    if !tombstones.isEmpty { try await destination.record(tombstones) }
    return tombstones
  }

  private func compare(
    _ source: [String: ProjectSummary], _ destination: [String: ProjectSummary]
  ) -> [Project] {
    source.sorted { $0.key < $1.key }.map { name, summary in
      let other = destination[name] ?? ProjectSummary()
      return Project(
        name: name, events: (summary.events, other.events),
        hasSameCounts: summary.counts == other.counts)
    }
  }

  private static func open(_ store: String) throws -> any CopyableStore {
    #if canImport(PostgreSQLClient)
    if store.hasPrefix("postgres://") || store.hasPrefix("postgresql://") {
      return PostgreSQLEventStore(url: store)
    }
    #endif
    return try SQLiteEventStore(path: store, minFreeBytes: 0)
  }
}
