import Cairn
import CairnMigration
import CairnTesting
import Dispatch
import Counterparts
import Foundation
import Testing

@Suite("The import of events")
struct ImportTests {
  @Test("events arrive once and in order, with their own identifiers, times and context")
  func order() async throws {
    let scene = MigrationFixture()
    try GeneratedStore.segment(300, in: scene)
    let report = await scene.migrate(.segment(writeKey: "key"))
    #expect(report.interruption == nil)
    #expect(report.stores.map(\.outcome) == [.finished])
    #expect(report.imported == 300)
    #expect(report.lost == 0)
    #expect(scene.deliveredIDs == (0..<300).map(GeneratedStore.id))
    let event = try #require(scene.delivered.first)
    #expect(event["timestamp"] == "2025-10-09T08:53:20.123Z")
    #expect(event["userId"] == "user-1")
    #expect(event["anonymousId"] == "device-1")
    #expect(event["context"] == ["library": ["name": "analytics-swift"]])
    #expect(scene.destination.events.allSatisfy { $0.milliseconds == 1_760_000_000_123 })
  }

  @Test("the other SDK's files are renamed, and removed when their events are delivered")
  func removal() async throws {
    let scene = MigrationFixture()
    try GeneratedStore.segment(10, in: scene)
    scene.destination.isOffline = true
    await scene.migrate(flushes: false)
    #expect(try scene.names("Library/Application Support").isEmpty)
    #expect(try scene.movedFolders().count == 1)
    // Nothing is delivered, so the files stay.
    await scene.migrate(flushes: false)
    #expect(try scene.movedFolders().count == 1)
    scene.destination.isOffline = false
    await scene.migrate()
    await scene.migrate()
    #expect(try scene.movedFolders().isEmpty)
    #expect(scene.deliveredIDs == (0..<10).map(GeneratedStore.id))
  }

  @Test("a second store with the same events is imported with the same identifiers")
  func returning() async throws {
    let scene = MigrationFixture()
    try GeneratedStore.segment(10, in: scene)
    await scene.migrate()
    try GeneratedStore.segment(12, in: scene)
    let report = await scene.migrate()
    #expect(report.imported == 12)
    #expect(Set(scene.deliveredIDs).count == 12)
  }

  @Test("an event without an identifier and a time gets the same ones at each attempt")
  func filling() async throws {
    let scene = MigrationFixture()
    let line = #"{"type":"screen","category":"Shop","context":{"library":{"name":"x"}}}"#
    try scene.write(
      "Library/Application Support/segment/key/0-segment-events", "{ \"batch\": [\n\(line)\n")
    let other = scene.copy()
    await scene.migrate()
    await other.migrate()
    #expect(scene.deliveredIDs.count == 1)
    #expect(scene.deliveredIDs == other.deliveredIDs)
    let event = try #require(scene.delivered.first)
    #expect(event["category"] == "Shop")
    #expect(event["context"]?["migration"]?["timestamp"] == "import")
    #expect(event["anonymousId"]?.stringValue?.isEmpty == false)
  }

  @Test("torn and damaged records are counted, and whole ones around them arrive")
  func damage() async throws {
    let scene = MigrationFixture()
    let folder = "Library/Application Support/segment/key"
    let torn = GeneratedStore.segmentEvent(1).prefix(120)
    try scene.write(
      "\(folder)/0-segment-events",
      "{ \"batch\": [\n\(GeneratedStore.segmentEvent(0))\n,\(torn),"
        + "\(GeneratedStore.segmentEvent(2))\n,{\"no\":\"event\"}\n")
    let report = await scene.migrate()
    #expect(scene.deliveredIDs == [0, 2].map(GeneratedStore.id))
    #expect(report.stores.first?.lost == [.torn: 1, .unknown: 1])
  }

  @Test("events go to one destination if the app configures it")
  func audience() async throws {
    let scene = MigrationFixture()
    try GeneratedStore.segment(3, in: scene)
    let other = RecordingDestination(name: "other")
    var configuration = scene.configuration()
    configuration.destinations.append(other)
    let analytics = Analytics(configuration)
    await analytics.migrate(from: .everythingFound, to: "other", in: scene.container())
    analytics.track("Own")
    _ = await analytics.flush()
    await analytics.close(flushingForSeconds: 0)
    #expect(other.events.count == 4)
    #expect(scene.destination.events.count == 1)
  }

  @Test("a store that is larger than the journal waits for deliveries, and loses no event")
  func room() async throws {
    let scene = MigrationFixture()
    try GeneratedStore.segment(6_000, in: scene)
    scene.destination.isOffline = true
    func migrate() async -> MigrationReport {
      var configuration = scene.configuration()
      configuration.journal.bytes = 400_000
      let analytics = Analytics(configuration)
      let report = await analytics.migrate(from: .everythingFound, in: scene.container())
      if report.interruption == nil { _ = await analytics.flush() }
      let dropped = analytics.ledger().destinations.first?.dropped ?? [:]
      #expect(dropped.isEmpty)
      await analytics.close(flushingForSeconds: 0)
      return report
    }
    let first = await migrate()
    #expect(first.interruption != nil)
    #expect(first.imported > 0 && first.imported < 2_000)
    scene.destination.isOffline = false
    #expect(await migrate().interruption == nil)
    #expect(scene.deliveredIDs == (0..<6_000).map(GeneratedStore.id))
  }

  @Test("the files of the other SDK are never touched on the main actor")
  @MainActor func mainThread() async throws {
    let scene = MigrationFixture()
    try GeneratedStore.segment(300, in: scene)
    let files = MainQueueWatchingFiles(scene.storage.files)
    _ = try files.list(MigrationFixture.folder)
    #expect(files.calls.withLock { $0.main } == 1)
    let analytics = Analytics(scene.configuration(files))
    let report = await analytics.migrate(from: .everythingFound, in: scene.container(files))
    await analytics.close(flushingForSeconds: 0)
    #expect(report.imported == 300)
    #expect(files.calls.withLock { $0.other } > 0)
    #expect(files.calls.withLock { $0.main } == 1)
  }

  @Test("redaction rules apply to imported events")
  func redaction() async throws {
    let scene = MigrationFixture()
    try GeneratedStore.segment(1, files: 1, in: scene)
    var configuration = scene.configuration()
    configuration.redaction = [.keys("n", action: .remove)]
    let analytics = Analytics(configuration)
    await analytics.migrate(from: .everythingFound, in: scene.container())
    _ = await analytics.flush()
    await analytics.close(flushingForSeconds: 0)
    #expect(scene.delivered.first?["properties"] == [:])
  }

  @Test("all events of the fixtures are delivered as they were read", .needsLegacyStores)
  func fixtures() async throws {
    for name in LegacyFixtures.cases {
      let container = Container(folder: LegacyFixtures.store(of: name), files: PosixFileSystem())
      let stores = try StoreFinder.all(in: container)
      let found = try StoreContents(stores, PosixFileSystem())
      let scene = MigrationFixture()
      try scene.copy(LegacyFixtures.store(of: name))
      var own = scene.container()
      own.bundleID = nil
      own.defaults = FileDefaults(
        "\(MigrationFixture.folder)/Library/Preferences", bundleID: nil, files: scene.storage.files)
      let analytics = Analytics(scene.configuration())
      let report = await analytics.migrate(from: .everythingFound, in: own)
      _ = await analytics.flush()
      await analytics.close(flushingForSeconds: 0)
      let optedOut = found.identities.contains { $0.optedOut == true }
      #expect(report.imported == (optedOut ? 0 : found.events.count), "\(name)")
      guard !optedOut else { continue }
      #expect(report.lost == found.lost.count + found.unusable.count, "\(name)")
      var differences = Differences()
      for (event, delivered) in zip(found.events, scene.delivered) {
        for (member, value) in event.message where member != "context" {
          differences.compare(delivered[member], value, at: "\(name)|\(event.label).\(member)")
        }
      }
      #expect(scene.delivered.count == found.events.count, "\(name)")
      #expect(differences.isEmpty, "\(differences)")
    }
  }
}

/// A file system that counts the calls for the other SDK's files: those on the main queue, which is
/// the main actor's, and those on others.
///
/// On Linux the main queue can use any thread, also one that runs other queues before and after.
final class MainQueueWatchingFiles: ForwardingFileSystem {
  let files: any FileSystem
  let calls = Locked((main: 0, other: 0))
  private static let key = DispatchSpecificKey<Bool>()

  init(_ files: any FileSystem) {
    self.files = files
    DispatchQueue.main.setSpecific(key: Self.key, value: true)
  }

  private func count(_ path: String) {
    // The mark is also read when the journal opens, which happens on the caller's thread.
    guard path.hasPrefix(MigrationFixture.folder) || path.contains("-segment/") else { return }
    let isMain = DispatchQueue.getSpecific(key: Self.key) == true
    calls.withLock { isMain ? ($0.main += 1) : ($0.other += 1) }
  }

  func open(_ path: String, _ mode: OpenMode) throws(FileError) -> FileDescriptor {
    count(path)
    return try files.open(path, mode)
  }

  func list(_ path: String) throws(FileError) -> [String] {
    count(path)
    return try files.list(path)
  }

  func move(_ path: String, to newPath: String) throws(FileError) {
    count(path)
    try files.move(path, to: newPath)
  }
}
