import Cairn
import CairnMigration
import CairnSQLite
import Foundation
import Testing

@Suite("Large databases")
struct LargeDatabaseTests {
  /// In a process of its own, whose memory no other test uses.
  @Test("a database of 64 MB is read with the memory of a small one, in order")
  func memory() async throws {
    await #expect(processExitsWith: .success) {
      let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: root) }
      let library = root.appending(path: "Library")
      try FileManager.default.createDirectory(at: library, withIntermediateDirectories: true)
      let count = 64_000
      var connection: OpaquePointer?
      #expect(sqlite3_open(library.appending(path: "t_MPDB.sqlite").path, &connection) == SQLITE_OK)
      // The order of the times is the reverse of that of the keys.
      let statement = """
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
        CREATE TABLE mixpanel_t_events(id integer primary key autoincrement, data blob, time real,
        flag integer);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
        INSERT INTO mixpanel_t_events(data, time, flag)
        SELECT '{"event":"E","properties":{"t":"' || hex(zeroblob(500)) || '"},"$mp_metadata":'
        || '{"$mp_event_id":"' || i || '"}}', 2000000000 - i, 0 FROM n;
        """
      #expect(sqlite3_exec(connection, statement, nil, nil, nil) == SQLITE_OK)
      sqlite3_close(connection)
      let files = PosixFileSystem(followsLinks: true)
      let container = Container(folder: root.path, bundleID: nil, files: files)
      let store = try #require(try StoreFinder.stores(of: "mixpanel", in: container).first)
      let before = ProcessMemory.resident
      var reader = try store.queues[0].open(store.queues[0].path, files)
      var (events, isOrdered) = (0, true)
      while let item = try reader.next() {
        guard case .event(let event) = item else { continue }
        if event.messageID != String(count - events) { isOrdered = false }
        events += 1
      }
      #expect(events == count)
      #expect(isOrdered)
      if let before, let after = ProcessMemory.resident { #expect(after - before < 32 << 20) }
    }
  }
}
