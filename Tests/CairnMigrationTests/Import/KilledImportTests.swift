import Cairn
import CairnMigration
import CairnTesting
import Counterparts
import Testing

@Suite("Imports that are killed")
struct KilledImportTests {
  /// Returns a file system of which all calls fail from a number on, as if the process had died.
  private func dying(_ scene: MigrationFixture, at number: Int) -> FaultyFileSystem {
    FaultyFileSystem(scene.storage.files) { call in
      call.number >= number ? .fail(FileError.inputOutput) : .none
    }
  }

  /// Kills the app at each call of a migration, and migrates again.
  private func killEverywhere(
    _ filled: MigrationFixture, step: Int = 1, expect ids: [String]
  ) async throws {
    var resumed = 0
    for number in stride(from: 1, to: 100_000, by: step) {
      let scene = filled.copy()
      let disk = dying(scene, at: number)
      // Only what is in the journal counts. The killed process has a destination of its own, because
      // it only stands for a dead one: a delivery of it may still be under way.
      let killed = MigrationFixture(scene.storage)
      killed.destination.isOffline = true
      await killed.migrate(on: disk, flushes: false)
      let report = await scene.migrate()
      #expect(report.interruption == nil, "call \(number)")
      let delivered = scene.deliveredIDs
      #expect(delivered.count == ids.count, "call \(number)")
      #expect(Set(delivered) == Set(ids), "call \(number)")
      if report.imported < ids.count { resumed += 1 }
      if disk.calls < number { break }
    }
    #expect(resumed > 0)
  }

  @Test("a kill at any call loses no event and imports none twice")
  func segment() async throws {
    let scene = MigrationFixture()
    // Three slices in three files.
    try GeneratedStore.segment(290, in: scene)
    try await killEverywhere(scene, expect: (0..<290).map(GeneratedStore.id))
  }

  @Test(
    "a kill at any call with a store in a database loses no event and imports none twice",
    .needsLegacyStores,
    arguments: ["mixpanel", "rudder-ios", "amplitude-legacy-ios"])
  func database(_ name: String) async throws {
    let scene = MigrationFixture()
    try scene.copy(LegacyFixtures.store(of: name))
    let expected = LegacyFixtures.file("expected.json", of: name).flatMap { Value(json: $0) }
    let events = expected?["events"]?.arrayValue ?? []
    try await killEverywhere(scene, expect: events.compactMap { $0["messageId"]?.stringValue })
  }

  @Test("events that were delivered before their mark was written are not imported again")
  func deliveredBeforeTheMark() async throws {
    // The number of writes of the mark that succeed before the kill.
    for marks in 0..<6 {
      let filled = MigrationFixture()
      try GeneratedStore.segment(290, in: filled)
      let disk = SimulatedDisk(filled.image)
      let killed = KilledMarks(disk.makeProcess(), after: marks)
      let analytics = Analytics(filled.configuration(killed))
      await analytics.migrate(from: .everythingFound, in: filled.container(killed))
      // The rest of the process works: it delivers, and removes segments.
      _ = await analytics.flush()
      await analytics.close(flushingForSeconds: 0)
      let again = Analytics(filled.configuration(disk.makeProcess()))
      _ = await again.flush()
      let report = await again.migrate(
        from: .everythingFound, in: filled.container(disk.makeProcess()))
      _ = await again.flush()
      await again.close(flushingForSeconds: 0)
      #expect(report.interruption == nil)
      let isRight = filled.deliveredIDs.sorted() == (0..<290).map(GeneratedStore.id)
      #expect(isRight, "\(marks) marks, \(filled.deliveredIDs.count) events")
    }
  }

  @Test("a loss of power at any change of the disk loses no event and imports none twice")
  func powerLoss() async throws {
    let filled = MigrationFixture()
    try GeneratedStore.segment(140, files: 2, in: filled)
    let images = Locked<[DiskImage]>([])
    let disk = SimulatedDisk(filled.image)
    disk.observe { image, _ in images.withLock { $0.append(image) } }
    let process = disk.makeProcess()
    let analytics = Analytics(filled.configuration(process))
    filled.destination.isOffline = true
    await analytics.migrate(from: .everythingFound, in: filled.container(process))
    disk.observe(nil)
    await analytics.close(flushingForSeconds: 0)
    let all = images.withLock { $0 }
    #expect(all.count > 20)
    for (number, image) in all.enumerated() {
      for seed in 0..<2 {
        var dice = Dice(seed: UInt64(number * 2 + seed))
        let lost = image.afterPowerLoss(image.powerPicks(&dice))
        // Another launch has other random numbers, and so another lane.
        let storage = TestStorage(
          InMemoryFileSystem(), installs: filled.storage.installs, launches: UInt64(number + 2))
        let scene = MigrationFixture(storage)
        let disk = SimulatedDisk(lost)
        let process = disk.makeProcess()
        let analytics = Analytics(scene.configuration(process))
        let report = await analytics.migrate(
          from: .everythingFound, in: scene.container(process))
        _ = await analytics.flush()
        await analytics.close(flushingForSeconds: 0)
        #expect(report.interruption == nil, "change \(number)")
        let ids = (0..<140).map(GeneratedStore.id)
        let isRight = scene.deliveredIDs.sorted() == ids
        #expect(isRight, "change \(number) of \(all.count), \(scene.deliveredIDs.count) events")
      }
    }
  }
}

/// A file system that fails writes of the import's mark after a number of them.
final class KilledMarks: ForwardingFileSystem {
  let files: any FileSystem
  private let state: Locked<(left: Int, marks: Set<Int32>)>

  init(_ files: any FileSystem, after marks: Int) {
    self.files = files
    state = Locked((marks, []))
  }

  func open(_ path: String, _ mode: OpenMode) throws(FileError) -> FileDescriptor {
    let file = try files.open(path, mode)
    if path.hasSuffix("/migration/mark") { state.withLock { _ = $0.marks.insert(file.rawValue) } }
    return file
  }

  func write(
    _ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    let fails = state.withLock { state in
      guard state.marks.contains(file.rawValue) else { return false }
      state.left -= 1
      return state.left < 0
    }
    if fails { throw FileError(call: "pwrite", path: "mark", code: FileError.inputOutput) }
    return try files.write(file, bytes, at: offset)
  }

  func close(_ file: FileDescriptor) {
    state.withLock { _ = $0.marks.remove(file.rawValue) }
    files.close(file)
  }
}
