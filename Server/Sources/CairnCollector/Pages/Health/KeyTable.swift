/// The keys of a collector, by the beginning of their digests.
struct KeyTable: Sendable {
  private static let maxRows = 200

  let keys: [Keys]
  let viewer: Viewer

  var table: DataTable {
    let rows = keys.flatMap { writes($0) + reads($0.reads, "read") + reads($0.admins, "admin") }
    return DataTable(
      name: "keys", caption: "Keys, by the beginning of their digests",
      columns: [
        .init(name: "kind", title: "Kind"), .init(name: "digest", title: "Digest"),
        .init(name: "project", title: "Project"),
        .init(name: "rate", title: "Batches a second", isNumeric: true),
        .init(name: "quota", title: "Events a day", isNumeric: true),
        .init(name: "origins", title: "Origins of pages"),
      ],
      rows: Array(rows.prefix(Self.maxRows)),
      empty: """
        No keys: every client that reaches this collector may write, and only this machine may read.
        """)
  }

  private func writes(_ keys: Keys) -> [[DataTable.Cell]] {
    keys.writes.sorted { $0.key < $1.key }.filter { viewer.sees($0.value.project) }
      .map { digest, grant in
        [
          .label("write"), .label(Self.short(digest)), .text(grant.project),
          grant.rate.map { .number($0) } ?? .none, grant.quota.map { .number($0) } ?? .none,
          grant.origins.isEmpty ? .none : .text(grant.origins.sorted().joined(separator: " ")),
        ]
      }
  }

  private func reads(_ scopes: [String: ReadScope], _ kind: String) -> [[DataTable.Cell]] {
    scopes.sorted { $0.key < $1.key }.compactMap { digest, scope in
      let project: DataTable.Cell
      switch scope {
      case .allProjects:
        guard viewer.scope == .allProjects else { return nil }
        project = .label("all")
      case .project(let own):
        guard viewer.sees(own) else { return nil }
        project = .text(own)
      }
      return [.label(kind), .label(Self.short(digest)), project, .none, .none, .none]
    }
  }

  // As many digits as tell keys apart; the rest is not needed to find a line of the file.
  private static func short(_ digest: String) -> String { String(digest.prefix(8)) }
}
