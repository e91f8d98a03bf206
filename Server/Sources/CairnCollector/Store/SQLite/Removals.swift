import Foundation
import GRDB

/// The final removals: days before the retention, and erased identities.
///
/// Their events must not return.
///
/// It is read in the transaction of a commit, so that no event comes between it and a removal.
struct Removals {
  private let keptFrom: EventDay?
  private let hasErasures: Bool

  init(_ db: Database) throws {
    keptFrom = try Int64.fetchOne(db, sql: "SELECT kept_from FROM retention").map(EventDay.init)
    hasErasures =
      try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM erasures)") ?? false
  }

  /// Returns the result of an event that must not be stored; nil for one that may be.
  func result(of event: CheckedEvent, _ project: String, _ db: Database) throws -> StoreResult? {
    if let keptFrom, let day = EventDay(inID: event.messageID), day < keptFrom {
      return .expired(keptFrom: keptFrom)
    }
    guard hasErasures, let identity = ErasureSubject.Identity(of: event) else { return nil }
    let statement = try db.cachedStatement(
      sql: "SELECT erased_at FROM erasures WHERE project = ? AND subject = ?")
    let erasedAt = try Int64.fetchOne(statement, arguments: [project, identity.digest])
    return erasedAt.map { event.times.happened <= $0 } == true ? .erased : nil
  }

  /// The function of SQL that returns the day in an id, or NULL.
  static var dayFunction: DatabaseFunction {
    DatabaseFunction("event_day", argumentCount: 1, pure: true) { values in
      String.fromDatabaseValue(values[0]).flatMap { EventDay(inID: $0)?.number }
    }
  }

  /// The function of SQL that returns the former user id in the body of an alias, or NULL.
  static var formerUserFunction: DatabaseFunction {
    DatabaseFunction("former_user", argumentCount: 1, pure: true) { values in
      String.fromDatabaseValue(values[0]).flatMap {
        JSONScanner.identifier("previousId", of: $0)
      }
    }
  }
}

extension JSONScanner {
  /// Returns an id of an event, of which a number has its text; nil when there is none.
  fileprivate static func identifier(_ name: String, of event: String) -> String? {
    let bytes = Array(event.utf8)
    var scanner = JSONScanner(bytes)
    guard let value = (try? scanner.members())?[name] else { return nil }
    switch value.kind {
    case .number: return String(decoding: bytes[value.range], as: UTF8.self)
    case .string: return bytes.text(of: value)
    case .object, .array, .bool, .null: return nil
    }
  }
}
