import Cairn
import CairnMigration
import CairnTesting
import Testing

@Suite("Databases of other SDKs")
struct DatabaseTests {
  private func message(_ number: Int) -> String {
    """
    {"type":"track","event":"E","messageId":"\(GeneratedStore.id(number))","context":{},\
    "properties":{"text":"it''s"},"originalTimestamp":"2025-10-09T08:53:20Z"}
    """
  }

  private func found(_ scene: MigrationFixture, _ vendor: String) throws -> StoreContents {
    try StoreContents(
      try StoreFinder.stores(of: vendor, in: scene.container()), scene.storage.files)
  }

  @Test("the first version of rudder-sdk-ios's table has no status", arguments: [false, true])
  func schema(isInLog: Bool) throws {
    let rows = [(1, 9), (2, 5), (3, 9), (4, 5)].map { id, updated in
      "INSERT INTO events VALUES(\(id), '\(message(id))', \(updated))"
    }
    let table =
      "CREATE TABLE events(id INTEGER PRIMARY KEY AUTOINCREMENT, message TEXT NOT NULL, "
      + "updated INTEGER NOT NULL)"
    let database = try GeneratedStore.database([table] + rows, isInLog: isInLog)
    #expect(database.log.isEmpty != isInLog)
    let scene = MigrationFixture()
    try scene.write("Library/rl_persistence.sqlite", database.main)
    if isInLog { try scene.write("Library/rl_persistence.sqlite-wal", database.log) }
    let found = try found(scene, "rudder-ios")
    #expect(found.events.compactMap(\.messageID) == [2, 4, 1, 3].map(GeneratedStore.id))
    #expect(found.lost.isEmpty)
  }

  @Test("a changed byte of a database loses rows at most, and invents none")
  func damage() throws {
    let table = "CREATE TABLE events(id INTEGER PRIMARY KEY, message TEXT, updated INTEGER)"
    let rows = (1...40).map { "INSERT INTO events VALUES(\($0), '\(message($0))', \($0))" }
    let bytes = try GeneratedStore.database(["PRAGMA page_size = 1024", table] + rows).main
    let ids = Set((1...40).map(GeneratedStore.id))
    var dice = Dice(seed: 3)
    var read = 0
    for _ in 0..<300 {
      var damaged = bytes
      for _ in 0...dice.below(3) { damaged[dice.below(bytes.count)] = UInt8(dice.below(256)) }
      let scene = MigrationFixture()
      try scene.write("Library/rl_persistence.sqlite", damaged)
      let found = try found(scene, "rudder-ios")
      let whole = found.events.compactMap(\.messageID).filter(ids.contains)
      // A changed byte may make one identifier another one.
      #expect(Set(whole).count >= whole.count - 3)
      read += whole.count
    }
    #expect(read > 300 * 20)
  }

  // An import that was interrupted goes on behind the number of records that it has read.
  @Test("a database with cells that reach behind their page has the same records each time")
  func cellsBehindThePage() throws {
    let table = "CREATE TABLE events(id INTEGER PRIMARY KEY, message TEXT, updated INTEGER)"
    let rows = (1...40).map { "INSERT INTO events VALUES(\($0), '\(message($0))', \($0))" }
    let bytes = try GeneratedStore.database(["PRAGMA page_size = 1024", table] + rows).main
    let pages = (1..<bytes.count / 1_024).filter { bytes[$0 * 1_024] == 13 }
    try #require(pages.count > 5)
    var dice = Dice(seed: 5)
    for _ in 0..<100 {
      var damaged = bytes
      for _ in 0...dice.below(3) {
        // The last bytes of a page begin no whole cell: its key would be behind the page.
        let start = pages[dice.below(pages.count)] * 1_024
        let cell = 1_020 + dice.below(4)
        let pointer = start + 8 + 2 * dice.below(Int(damaged[start + 4]))
        damaged[pointer] = UInt8(cell >> 8)
        damaged[pointer + 1] = UInt8(cell & 255)
        let header: [UInt8] = [255, 255, 255, 3]
        damaged.replaceSubrange(start + cell..<start + 1_024, with: header.suffix(1_024 - cell))
      }
      let scene = MigrationFixture()
      try scene.write("Library/rl_persistence.sqlite", damaged)
      let first = try found(scene, "rudder-ios")
      // Open readers keep their memory, so the next ones have other memory.
      var readers: [any QueueReader] = []
      for _ in 0..<3 {
        for store in try StoreFinder.stores(of: "rudder-ios", in: scene.container()) {
          for queue in store.queues {
            readers.append(try queue.open(queue.path, scene.storage.files))
          }
        }
        #expect(try found(scene, "rudder-ios") == first)
      }
      #expect(!first.lost.isEmpty && !first.events.isEmpty)
    }
  }

  @Test("rows behind a corrupt page are read")
  func gap() throws {
    let table = "CREATE TABLE events(id INTEGER PRIMARY KEY, message TEXT, updated INTEGER)"
    let rows = (1...200).map { "INSERT INTO events VALUES(\($0), '\(message($0))', \($0))" }
    var bytes = try GeneratedStore.database(["PRAGMA page_size = 1024", table] + rows).main
    // A page in the middle of the table.
    for place in (40 * 1_024)..<(41 * 1_024) { bytes[place] = 0 }
    let scene = MigrationFixture()
    try scene.write("Library/rl_persistence.sqlite", bytes)
    let found = try found(scene, "rudder-ios")
    let ids = found.events.compactMap(\.messageID)
    #expect(ids.count > 150)
    #expect(ids.contains(GeneratedStore.id(1)))
    #expect(ids.contains(GeneratedStore.id(200)))
    #expect(!found.lost.isEmpty)
  }

  @Test("a log that a kill has left beside a moved database is moved after it")
  func separated() async throws {
    let table =
      "CREATE TABLE mixpanel_t_events(id integer primary key autoincrement, data blob, time real, "
      + "flag integer)"
    let rows = (1...3).map { number in
      "INSERT INTO mixpanel_t_events(data, time, flag) VALUES('{\"event\":\"E\",\"properties\":{},"
        + "\"$mp_metadata\":{\"$mp_event_id\":\"id-\(number)\"}}', \(number), 0)"
    }
    let database = try GeneratedStore.database([table] + rows, isInLog: true)
    let scene = MigrationFixture()
    // The kill came between the two renames.
    let moved = "/test/key-ef46db3751d8e999/v1/migration/1-mixpanel/Library"
    let name = "t_MPDB.sqlite"
    try OpenFile("\(moved)/\(name)", .create, in: scene.storage.memory).write(
      database.main, at: 0)
    try scene.write("Library/\(name)-wal", database.log)
    let report = await scene.migrate()
    #expect(report.imported == 3)
    #expect(scene.deliveredIDs == ["id-1", "id-2", "id-3"])
  }
}
