import Foundation
import GRDB

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A copy of a collector's SQLite database, which may be in use by a collector.
///
/// The copy has one state of the database: that of the begin. It gets its name only when it is
/// complete, verified and on the disk.
package struct DatabaseCopy {
  /// A copy that was not made, for a person.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The contents of the copy.
  package struct Report: Sendable, Equatable {
    package var events: Int
    package var bytes: Int
  }

  private static let pagesPerStep: CInt = 2_000

  private let source: String
  private let destination: String

  /// - Throws: ``Failure`` when there is no source, or something has the name of the destination.
  package init(from source: String, to destination: String) throws {
    self.source = source
    self.destination = destination
    guard FileManager.default.fileExists(atPath: source) else {
      throw Failure(description: "there is no database \(source)")
    }
    // SQLite would apply the log of a former database to the new one.
    for name in [destination, destination + "-wal", destination + "-shm", destination + "-journal"]
    where (try? FileManager.default.attributesOfItem(atPath: name)) != nil {
      throw Failure(description: "\(name) exists, and is not overwritten")
    }
  }

  /// Copies and verifies.
  ///
  /// - Parameter progress: Is called with the bytes that were copied, and those of the database.
  /// - Returns: What the copy contains.
  /// - Throws: ``Failure``; then there is no file with the name of the destination.
  package func run(progress: @escaping (_ done: Int, _ total: Int) -> Void) throws -> Report {
    let partial = "\(destination).partial-\(UUID().uuidString.prefix(8))"
    // The file is accessible only to its owner from the beginning.
    let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("cannot create", partial, errno) }
    close(descriptor)
    defer { for end in ["", "-journal", "-wal", "-shm"] { unlink(partial + end) } }
    do {
      try copy(to: partial, progress)
      let report = try Self.verify(partial)
      try publish(partial)
      return report
    } catch let error as DatabaseError {
      throw Failure(description: "\(source) was not copied: \(error)")
    }
  }

  private func copy(to partial: String, _ progress: @escaping (Int, Int) -> Void) throws {
    var settings = GRDB.Configuration()
    settings.busyMode = .timeout(30)
    let from = try DatabaseQueue(path: source, configuration: settings)
    let to = try DatabaseQueue(path: partial, configuration: settings)
    try from.read(Self.checkIsCollector)
    let pageBytes = try from.read { try Int.fetchOne($0, sql: "PRAGMA page_size") ?? 0 }
    // The reading transaction of the whole copy keeps its state, while a collector writes.
    try from.backup(to: to, pagesPerStep: Self.pagesPerStep) { step in
      progress(step.completedPageCount * pageBytes, step.totalPageCount * pageBytes)
    }
    // One file, without a log beside it; a collector turns the log on again.
    try to.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try to.close()
    try from.close()
  }

  private static func checkIsCollector(_ db: Database) throws {
    guard try db.tableExists("events"), try db.tableExists("counts") else {
      throw Failure(description: "it is not the database of a collector")
    }
  }

  /// Checks the pages, the indexes, and that the counts are those of the rows.
  private static func verify(_ path: String) throws -> Report {
    let database = try DatabaseQueue(path: path)
    let (problems, rows, counted) = try database.read { db in
      try checkIsCollector(db)
      return (
        try String.fetchAll(db, sql: "PRAGMA integrity_check"),
        try Int.fetchOne(db, sql: "SELECT count(*) FROM events") ?? 0,
        try countedEvents(db)
      )
    }
    try database.close()
    guard problems == ["ok"] else {
      throw Failure(description: "the database is damaged: \(problems.prefix(3))")
    }
    guard counted == rows else {
      throw Failure(description: "the database has \(rows) events, but counts of \(counted)")
    }
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
    return Report(events: rows, bytes: size?.intValue ?? 0)
  }

  /// Returns the number of events according to the counts; older versions have none of removals.
  private static func countedEvents(_ db: Database) throws -> Int {
    let columns = try db.columns(in: "counts").map(\.name)
    let sum = columns.contains("removed") ? "sum(stored) - sum(removed)" : "sum(stored)"
    let sql = "SELECT coalesce(\(sum), 0) FROM counts WHERE project <> ''"
    return try Int.fetchOne(db, sql: sql) ?? 0
  }

  /// Syncs the file, and gives it its name if nothing has it.
  private func publish(_ partial: String) throws {
    try sync(partial)
    guard link(partial, destination) == 0 else {
      throw failure("cannot create", destination, errno)
    }
    try sync(URL(fileURLWithPath: destination).deletingLastPathComponent().path)
  }

  private func sync(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("cannot open", path, errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("cannot sync", path, errno) }
  }

  private func failure(_ what: String, _ path: String, _ code: Int32) -> Failure {
    Failure(description: "\(what) \(path): \(String(cString: strerror(code)))")
  }
}
