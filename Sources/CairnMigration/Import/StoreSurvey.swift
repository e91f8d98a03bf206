package import Cairn

/// Looks at stores without changing anything.
package enum StoreSurvey {
  /// Returns what a migration of these sources would take over.
  package static func report(
    of sources: [MigrationSource], in container: Container
  ) throws(FileError) -> MigrationReport {
    var report = MigrationReport()
    for format in sources.flatMap(\.formats) {
      let stores = try StoreFinder.stores(of: format, in: container)
      for store in stores {
        let outcome: MigrationReport.Outcome =
          store.identity.optedOut == true ? .optedOut : .found
        report.stores.append(try row(of: store, container.files, outcome: outcome))
      }
    }
    return report
  }

  /// The identity in a store.
  package struct FoundIdentity: Sendable {
    package var sdk: String
    package var key: String?
    package var identity: LegacyIdentity
  }

  /// Returns the identities in the stores of these sources.
  package static func identities(
    of sources: [MigrationSource], in container: Container
  ) throws(FileError) -> [FoundIdentity] {
    var found: [FoundIdentity] = []
    for format in sources.flatMap(\.formats) {
      let stores = try StoreFinder.stores(of: format, in: container)
      found += stores.map { FoundIdentity(sdk: $0.vendor, key: $0.key, identity: $0.identity) }
    }
    return found
  }

  /// Returns the numbers of a store's records; `imported` is the number that would be imported.
  static func row(
    of store: LegacyStore, _ files: any FileSystem, outcome: MigrationReport.Outcome
  ) throws(FileError) -> MigrationReport.Store {
    var row = MigrationReport.Store(sdk: store.vendor, key: store.key, outcome: outcome)
    for file in store.unusable { row.lost[file.reason, default: 0] += 1 }
    for queue in store.queues {
      var reader = try queue.open(queue.path, files)
      while let item = try reader.next() {
        switch item {
        case .event where outcome == .optedOut: row.withheld += 1
        case .event(let event):
          row.imported += 1
          MigrationReport.count(event, in: &row.operations)
        case .lost(let reason, _): row.lost[reason, default: 0] += 1
        case .skipped: row.skipped += 1
        }
      }
    }
    return row
  }
}
