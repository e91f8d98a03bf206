import Cairn
import CairnMigration

/// The output of `migrate`.
struct MigrateReport: Encodable {
  /// The identity of a store.
  struct Identity: Encodable {
    var anonymousID: String?
    var userID: String?
    var optedOut: Bool?
    var superProperties: [String: Value]?
    var groups: [String: Value]?
    var traits: [String: Value]?

    init(_ identity: LegacyIdentity) {
      anonymousID = identity.anonymousID
      userID = identity.userID
      optedOut = identity.optedOut
      superProperties = identity.superProperties
      groups = identity.groups
      traits = identity.traits
    }
  }

  /// A store.
  struct Store: Encodable {
    var sdk: String
    var key: String?
    var outcome: String
    var imported: Int
    var withheld: Int
    var lost: [String: Int]
    var skipped: Int
    var operations: [String: Int]
    var identity: Identity?
  }

  var stores: [Store]

  /// Creates a report; an identity belongs to the store of the same SDK and key.
  init(_ report: MigrationReport, _ identities: [StoreSurvey.FoundIdentity]) {
    stores = report.stores.map { store in
      let identity = identities.first { $0.sdk == store.sdk && $0.key == store.key }
      let lost = store.lost.map { ($0.key.rawValue, $0.value) }
      return Store(
        sdk: store.sdk, key: store.key, outcome: store.outcome.rawValue, imported: store.imported,
        withheld: store.withheld, lost: Dictionary(lost) { $0 + $1 }, skipped: store.skipped,
        operations: store.operations, identity: identity.map { Identity($0.identity) })
    }
  }

  /// Whether no record is lost.
  var isComplete: Bool { stores.allSatisfy(\.lost.isEmpty) }

  func text(of folder: String) -> String {
    guard !stores.isEmpty else { return "\(folder): no store of another SDK" }
    let head = ["store", "outcome", "events", "withheld", "lost", "no event"]
    let rows = stores.map { store in
      [
        store.name, store.outcome, String(store.imported), String(store.withheld),
        String(store.lost.values.reduce(0, +)), String(store.skipped),
      ]
    }
    return ([TextTable.text([head] + rows)] + stores.compactMap(\.details)).joined(
      separator: "\n\n")
  }
}

extension MigrateReport.Store {
  var name: String { key.map { "\(sdk) \($0)" } ?? sdk }

  /// The lines about the identity and the losses; nil when there are none.
  var details: String? {
    var lines: [String] = []
    if let id = identity?.anonymousID { lines.append("  anonymous identifier  \(id)") }
    if let id = identity?.userID { lines.append("  user                  \(id)") }
    if let optedOut = identity?.optedOut { lines.append("  opted out             \(optedOut)") }
    for (reason, count) in lost.sorted(by: { $0.key < $1.key }) {
      lines.append("  lost, \(reason): \(count)")
    }
    for (name, count) in operations.sorted(by: { $0.key < $1.key }) {
      lines.append("  only for the same vendor, \(name): \(count)")
    }
    return lines.isEmpty ? nil : ([name] + lines).joined(separator: "\n")
  }
}
