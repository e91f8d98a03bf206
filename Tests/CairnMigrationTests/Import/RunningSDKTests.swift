import Cairn
import CairnMigration
import CairnTesting
import Testing

/// An app that still starts the other SDK beside Cairn.
@Suite("Another SDK that still runs")
struct RunningSDKTests {
  private static let formats: [(vendor: String, path: String, head: String, separator: String)] = [
    (
      "segment", "Library/Application Support/segment/key/0-segment-events", "{ \"batch\": [\n", ","
    ),
    ("rudder-swift", "Documents/rudder/analytics/events/key/0.tmp", "{\"batch\":[", ","),
    (
      "amplitude",
      "Library/Application Support/amplitude/amplitude-swift-storage-k-i.events.index/v2-0.tmp",
      "", ""
    ),
  ]

  private func record(_ vendor: String, _ number: Int) -> String {
    guard vendor == "amplitude" else { return GeneratedStore.segmentEvent(number) + "\n" }
    return """
      {"adid":null,"device_id":"d","event_type":"E","insert_id":"\(GeneratedStore.id(number))",\
      "time":1760000000123}\u{0}
      """
  }

  /// Appends to the file where it is now, as the descriptor of the other SDK does.
  private func append(_ text: String, to path: String, in scene: MigrationFixture) throws {
    for instance in try scene.storage.memory.list("/test") {
      let folder = "/test/\(instance)/v1/migration"
      for name in try scene.storage.memory.list(folder) where name.first?.isNumber == true {
        let path = "\(folder)/\(name)/\(path)"
        guard let file = try? OpenFile(path, .readWrite, in: scene.storage.memory) else { continue }
        try file.write(Array(text.utf8), at: file.status().size)
        return
      }
    }
    Issue.record("there is no moved file")
  }

  @Test("events that it appends to a moved file are imported once", arguments: 0..<3)
  func appended(_ place: Int) async throws {
    let format = Self.formats[place]
    for (before, torn) in [(0, false), (3, false), (3, true)] {
      let scene = MigrationFixture()
      var text = format.head
      for number in 0..<before {
        text += (number == 0 ? "" : format.separator) + record(format.vendor, number)
      }
      let next = (before == 0 ? "" : format.separator) + record(format.vendor, before)
      let half = String(next.prefix(torn ? 90 : 0))
      try scene.write(format.path, text + half)
      let first = await scene.migrate()
      #expect(first.imported == before)
      #expect(first.stores.allSatisfy { !$0.hasReappeared })
      // Another launch finds nothing.
      scene.destination.isOffline = true
      let rest = next.dropFirst(half.count) + format.separator + record(format.vendor, before + 1)
      try append(String(rest), to: format.path, in: scene)
      let second = await scene.migrate(flushes: false)
      #expect(second.stores.map(\.hasReappeared) == [true])
      #expect(second.imported == 2)
      // And once more, in the folder to which the file was moved now.
      try append(format.separator + record(format.vendor, before + 2), to: format.path, in: scene)
      let third = await scene.migrate(flushes: false)
      #expect(third.imported == 1)
      scene.destination.isOffline = false
      #expect(await scene.migrate().stores.isEmpty)
      #expect(scene.deliveredIDs == (0..<(before + 3)).map(GeneratedStore.id))
      await scene.migrate()
      #expect(try scene.movedFolders().isEmpty)
    }
  }

  @Test("a kill at any call of taking such events loses none and imports none twice")
  func killed() async throws {
    let format = Self.formats[0]
    let filled = MigrationFixture()
    let events = (0..<3).map(GeneratedStore.segmentEvent).joined(separator: "\n,")
    try filled.write(format.path, format.head + events + "\n")
    filled.destination.isOffline = true
    await filled.migrate(flushes: false)
    try append(",\(GeneratedStore.segmentEvent(3))\n", to: format.path, in: filled)
    for number in 1..<10_000 {
      let scene = filled.copy()
      let disk = FaultyFileSystem(scene.storage.files) { call in
        call.number >= number ? .fail(FileError.inputOutput) : .none
      }
      // What a delivery of the killed process still hands over is not counted.
      let killed = MigrationFixture(scene.storage)
      killed.destination.isOffline = true
      await killed.migrate(on: disk, flushes: false)
      #expect(await scene.migrate().interruption == nil, "call \(number)")
      #expect(scene.deliveredIDs.sorted() == (0..<4).map(GeneratedStore.id), "call \(number)")
      if disk.calls < number { break }
    }
  }

  @Test("a store that reappears after its import is reported")
  func returning() async throws {
    let scene = MigrationFixture()
    try GeneratedStore.segment(10, in: scene)
    #expect(await scene.migrate().stores.map(\.hasReappeared) == [false])
    try GeneratedStore.segment(2, files: 1, in: scene)
    #expect(await scene.migrate().stores.map(\.hasReappeared) == [true])
    #expect(await scene.migrate().stores.isEmpty)
  }
}
