import Foundation
import GRDB

/// Determines by a write whether the store can accept events now.
///
/// The endpoint is public, and each write syncs the disk. So a successful write or commit within
/// the last second suffices, and at most one write is in progress.
actor ReadinessProbe {
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

  func readiness() async -> Readiness { await trouble().map(Readiness.unready) ?? .ready }

  /// Returns the reason why the store is not ready, for the operator; nil when it is.
  private func trouble() async -> String? {
    if let trouble = troubleOfFile { return trouble }
    if let last, ContinuousClock.now - last.time < Self.holds { return last.trouble }
    if let probe { return await probe.value }
    let probe = Task { await self.troubleOfWriting() }
    self.probe = probe
    let trouble = await probe.value
    if self.probe == probe { note(trouble) }
    return trouble
  }

  /// Records that a commit succeeded.
  func committed() { note(nil) }

  /// Records that a commit failed, so that an earlier success is no longer valid.
  func failed() {
    guard last?.trouble == nil else { return }
    last = nil
    probe = nil
  }

  private func note(_ trouble: String?) {
    last = (.now, trouble)
    probe = nil
  }

  /// The problem of the file that is visible without a write: SQLite continues to write to a
  /// removed file.
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
        // Checks the columns of the events table without an event; the write has read the schema
        // again.
        _ = try db.makeStatement(sql: StoreRequest.insertion)
      }
      return nil
    } catch {
      return "\(error)"
    }
  }
}
