import Foundation
import GRDB

/// Whether the store can take events now, found out by writing to it.
///
/// Strangers may ask, and each write syncs the disk: so one that succeeded a second ago, a commit as well, is answer
/// enough, and there is never more than one under way.
actor Readiness {
  private static let holds = Duration.seconds(1)

  private let database: DatabasePool
  private let file: DatabaseFile
  private let minFreeBytes: Int
  private var last: (time: ContinuousClock.Instant, trouble: String?)?
  private var probe: Task<String?, Never>?

  init(_ database: DatabasePool, _ file: DatabaseFile, minFreeBytes: Int) {
    self.database = database
    self.file = file
    self.minFreeBytes = minFreeBytes
  }

  /// The reason why it cannot, for the operator; nil when it can.
  func trouble() async -> String? {
    if let trouble = troubleOfFile { return trouble }
    if let last, ContinuousClock.now - last.time < Self.holds { return last.trouble }
    if let probe { return await probe.value }
    let probe = Task { await self.troubleOfWriting() }
    self.probe = probe
    let trouble = await probe.value
    if self.probe == probe { note(trouble) }
    return trouble
  }

  /// A commit succeeded.
  func committed() { note(nil) }

  /// A commit failed: that an earlier one succeeded says nothing any more.
  func failed() {
    guard last?.trouble == nil else { return }
    last = nil
    probe = nil
  }

  private func note(_ trouble: String?) {
    last = (.now, trouble)
    probe = nil
  }

  /// What is seen without writing: SQLite writes on to a file that is gone.
  private var troubleOfFile: String? {
    guard file.isThere else { return "the database file was removed or replaced" }
    guard let free = file.freeBytes, free < UInt64(minFreeBytes) else { return nil }
    return "\(free) bytes are free on the database's disk; at least \(minFreeBytes) are required"
  }

  private nonisolated func troubleOfWriting() async -> String? {
    do {
      try await database.write { db in
        try db.execute(
          sql: """
            INSERT INTO readiness (id, probed_at) VALUES (1, ?)
            ON CONFLICT (id) DO UPDATE SET probed_at = excluded.probed_at
            """, arguments: [Int64(Date().timeIntervalSince1970 * 1_000_000)])
        // That the table of the events is as it should be, without an event; the write has read the tables anew.
        _ = try db.makeStatement(sql: StoreRequest.insertion)
      }
      return nil
    } catch {
      return "\(error)"
    }
  }
}
