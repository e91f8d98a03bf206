import Cairn
import CairnTesting
import Foundation
import Testing

/// The cap counts existing files and removes unneeded ones, whatever is in the folder of the
/// destinations.
@Suite struct StrayFileTests {
  /// A foreign entry in `dest`.
  enum Stray: String, CaseIterable, Sendable {
    case none, finderFile, emptyFolder, danglingLink, linkToItself, folderAsCursor, fileAsLetters
    case emptyCursor, blankCursor, halfCursor, damagedCursor, heldCursor, heldBlankCursor
  }

  let folder = RealFolder()
  let clock = ManualClock()

  var journal: String { folder.path + "/i/v1" }

  /// Creates the entry; returns an object that must be retained during the test.
  func leave(_ stray: Stray) throws -> AnyObject? {
    let files = PosixFileSystem()
    let manager = FileManager.default
    let dest = journal + "/dest"
    try files.makeDirectory(dest + "/old")
    func make(_ name: String, _ data: Data) { _ = manager.createFile(atPath: name, contents: data) }
    switch stray {
    case .none: try files.removeDirectory(dest + "/old")
    case .finderFile: make(dest + "/.DS_Store", Data([0, 0, 0, 1]))
    case .emptyFolder: break
    case .danglingLink:
      try manager.createSymbolicLink(atPath: dest + "/link", withDestinationPath: "/nowhere/at/all")
    case .linkToItself:
      try manager.createSymbolicLink(atPath: dest + "/loop", withDestinationPath: "loop")
    case .folderAsCursor: try files.makeDirectory(dest + "/old/state")
    case .fileAsLetters: make(dest + "/old/dead", Data([1]))
    case .emptyCursor: make(dest + "/old/state", Data())
    case .blankCursor: make(dest + "/old/state", Data(count: 131_072))
    case .halfCursor: make(dest + "/old/state", Data(count: 70_000))
    case .damagedCursor: make(dest + "/old/state", Data(repeating: 0xA5, count: 131_072))
    case .heldCursor:
      let file = try CursorFile(dest + "/old/state", files: files)
      try file?.commit(Cursor(), sync: nil)
      return file
    case .heldBlankCursor: return try CursorFile(dest + "/old/state", files: files)
    }
    return nil
  }

  var bytes: Int {
    get throws {
      let files = PosixFileSystem()
      return try files.list(journal + "/log").reduce(0) { sum, name in
        // One of them may be removed in between.
        sum + ((try? OpenFile("\(journal)/log/\(name)", .read, in: files).status().size) ?? 0)
      }
    }
  }

  func start(_ server: RecordingDestination) async -> Analytics {
    var configuration = Configuration(destinations: [server])
    configuration.directory = folder.url
    configuration.instance = "i"
    configuration.journal.bytes = 65_536
    configuration.syncPolicy = .never
    configuration.flushAt = 100_000
    configuration.seams.clock = clock
    configuration.seams.host = ManualHost()
    let analytics = Analytics(configuration)
    await analytics.flush()
    return analytics
  }

  @Test(
    "no event is refused, and the disk keeps its cap and a quarter", arguments: Stray.allCases,
    [true, false])
  func cap(stray: Stray, isUp: Bool) async throws {
    let held = try leave(stray)
    let server = RecordingDestination()
    server.isOffline = !isUp
    let analytics = await start(server)
    let filler = Value.string(String(repeating: "x", count: 800))
    for number in 1...400 {
      analytics.track("Event \(number)", ["filler": filler])
      #expect(try bytes <= 65_536 * 5 / 4)
      if number.isMultiple(of: 20) { await analytics.flush() }
      if number.isMultiple(of: 50) { await analytics.engine?.retention.prune() }
    }
    let ledger = analytics.ledger()
    #expect(ledger.refused.isEmpty && ledger.balances)
    let row = try #require(ledger["recording"])
    #expect(row.accepted == 400 && row.damaged == 0)
    if isUp { #expect(row.delivered + (row.dropped[.capacity] ?? 0) == 400) }
    #expect(row.delivered == UInt64(Set(server.acceptedEvents.map(\.id)).count))
    // An entry that is not a destination keeps no segments.
    let keeps: Set<Stray> = [
      .damagedCursor, .heldCursor, .heldBlankCursor, .folderAsCursor, .linkToItself,
    ]
    if isUp, !keeps.contains(stray) { #expect(row.delivered == 400) }
    withExtendedLifetime(held) {}
    await analytics.close()
  }

  @Test("a stopped destination counts the events that were removed without it when it continues")
  func heldCursor() async throws {
    let gone = RecordingDestination(name: "old")
    gone.isOffline = true
    let first = await start(gone)
    first.track("Before")
    await first.close(flushingForSeconds: 0)
    let files = PosixFileSystem()
    var held = try CursorFile(journal + "/dest/old/state", files: files)
    let second = await start(RecordingDestination())
    let filler = Value.string(String(repeating: "x", count: 800))
    for number in 1...300 {
      second.track("Event \(number)", ["filler": filler])
      if number.isMultiple(of: 50) { await second.engine?.retention.prune() }
    }
    await second.close(flushingForSeconds: 0)
    #expect(try !files.list(journal + "/drops").isEmpty)
    withExtendedLifetime(held) {}
    held = nil
    gone.isOffline = false
    let third = await start(gone)
    #expect(await third.flush().isComplete)
    let row = try #require(third.ledger()["old"])
    #expect(row.accepted == 301 && row.damaged == 0 && row.balances)
    #expect(row.delivered + (row.dropped[.capacity] ?? 0) == 301)
    #expect(row.delivered == UInt64(gone.acceptedEvents.count))
    #expect((row.dropped[.capacity] ?? 0) > 200)
    // When all destinations have counted them, they need not be recorded.
    await third.engine?.retention.prune()
    #expect(try files.list(journal + "/drops").isEmpty)
    await third.close()
  }

  @Test(
    "the cap is kept while another program has the cursor, and all is counted when it releases it")
  func heldOwnCursor() async throws {
    let server = RecordingDestination()
    server.isOffline = true
    await start(server).close(flushingForSeconds: 0)
    let files = PosixFileSystem()
    var held = try CursorFile(journal + "/dest/recording/state", files: files)
    #expect(held != nil)
    let analytics = await start(server)
    let filler = Value.string(String(repeating: "x", count: 800))
    for number in 1...400 {
      analytics.track("Event \(number)", ["filler": filler])
      #expect(try bytes <= 65_536 * 5 / 4)
      guard number.isMultiple(of: 10) else { continue }
      await analytics.engine?.retention.prune()
      #expect(try bytes <= 65_536)
    }
    #expect(analytics.ledger().refused.isEmpty)
    withExtendedLifetime(held) {}
    held = nil
    server.isOffline = false
    clock.advance(bySeconds: 60)
    #expect(await analytics.flush().isComplete)
    let row = try #require(analytics.ledger()["recording"])
    #expect(row.accepted == 400 && row.damaged == 0 && row.balances)
    #expect(row.delivered + (row.dropped[.capacity] ?? 0) == 400)
    #expect(row.delivered == UInt64(server.acceptedEvents.count))
    await analytics.close()
  }
}
