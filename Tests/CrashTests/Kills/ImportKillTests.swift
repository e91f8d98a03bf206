import Cairn
import CairnMigration
import CairnTesting
import CrashSupport
import Foundation
import Testing

/// The import of another SDK's events by processes that die at random moments.
@Suite struct ImportKillTests {
  /// The number of deaths; `CAIRN_IMPORT_KILLS` sets it.
  private static let kills =
    ProcessInfo.processInfo.environment["CAIRN_IMPORT_KILLS"].flatMap { Int($0) } ?? 60
  /// The longest life of a process in microseconds: about that of an undisturbed import.
  private static let longestLife = 120_000
  private static let (files, events) = (4, 400)

  @Test("events are imported once and in order by processes that die at any moment")
  func killed() async throws {
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    var dice = Dice(seed: seed)
    var (left, round, interrupted) = (Self.kills, 0, 0)
    while left > 0 {
      round += 1
      let scratch = try Scratch()
      let ids = try Self.write(round, in: scratch)
      for _ in 0..<min(left, 1 + dice.below(8)) {
        left -= 1
        await Self.die(in: scratch, after: 1 + dice.below(Self.longestLife))
      }
      let hasFinished = try await Self.verify(ids, in: scratch, "seed \(seed), round \(round)")
      if !hasFinished { interrupted += 1 }
      scratch.remove()
    }
    print("\(Self.kills) deaths in \(round) folders, \(interrupted) with an unfinished import")
    #expect(interrupted > 0)
  }

  /// Migrates in another process, which the signal of a timer kills: nothing handles it.
  private static func die(in scratch: Scratch, after microseconds: Int) async {
    await #expect(processExitsWith: .signal(SIGALRM)) {
      [path = scratch.path as String, life = microseconds as Int] in
      ualarm(numericCast(life), 0)
      // Nothing is delivered: only what is in the journal counts.
      let destination = RecordingDestination()
      destination.isOffline = true
      let analytics = Self.launch(Scratch(at: path), destination)
      await analytics.migrate(from: .everythingFound, in: Self.source(Scratch(at: path)))
      kill(getpid(), SIGALRM)
    }
  }

  private static func container(_ scratch: Scratch) -> String { scratch.path + "/container" }

  private static func source(_ scratch: Scratch) -> Container {
    Container(
      folder: container(scratch), bundleID: "com.example.app",
      files: PosixFileSystem(followsLinks: true))
  }

  private static func launch(
    _ scratch: Scratch, _ destination: RecordingDestination
  ) -> Analytics {
    var configuration = Configuration(writeKey: "test", destinations: [destination])
    configuration.directory = scratch.url.appendingPathComponent("journals")
    configuration.lifecycleEvents = []
    configuration.flushAt = 1_000_000
    configuration.flushInterval = 86_400
    configuration.diagnostics = { _ in }
    return Analytics(configuration)
  }

  /// Finishes the import, and returns whether there was anything left to do.
  private static func verify(
    _ ids: [String], in scratch: Scratch, _ place: String
  ) async throws -> Bool {
    let destination = RecordingDestination()
    let analytics = launch(scratch, destination)
    let report = await analytics.migrate(from: .everythingFound, in: source(scratch))
    #expect(report.interruption == nil, "\(place)")
    #expect(report.lost == 0, "\(place)")
    _ = await analytics.flush()
    // With everything delivered, the next launch removes the moved files.
    let last = await analytics.migrate(from: .everythingFound, in: source(scratch))
    #expect(last.imported == 0, "\(place)")
    await analytics.close(flushingForSeconds: 0)
    let found = destination.acceptedEvents.compactMap { $0.fields?["messageId"] as? String }
    #expect(found.count == ids.count, "\(place)")
    let isRight = found == ids
    #expect(isRight, "\(place)")
    #expect(try remains(in: scratch).isEmpty, "\(place)")
    return report.imported == 0
  }

  /// The folders of the import, and the files of the other SDK, that are left.
  private static func remains(in scratch: Scratch) throws -> [String] {
    let names = FileManager.default.enumerator(atPath: scratch.path)
    return (names?.allObjects as? [String] ?? []).filter { name in
      name.hasSuffix("-segment-events") || name.hasSuffix(".temp")
        || name.contains("/migration/") && name.contains("-segment")
    }
  }

  /// Writes a store of analytics-swift; returns the identifiers of its events.
  private static func write(_ round: Int, in scratch: Scratch) throws -> [String] {
    let folder = container(scratch) + "/Library/Application Support/segment/key"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var ids: [String] = []
    for file in 0..<files {
      let own = (0..<events).map { "import-\(round)-\(file)-\($0)" }
      let lines = own.map { id in
        #"{"type":"track","event":"Old","messageId":"\#(id)","anonymousId":"device-1","#
          + #""timestamp":"2025-10-09T08:53:20.123Z","properties":{},"context":{}}"#
      }
      let isLast = file == files - 1
      let end = isLast ? "" : #"],"sentAt":"2025-10-09T08:53:21.000Z","writeKey":"key"}"#
      let text = "{ \"batch\": [\n\(lines.joined(separator: "\n,"))\n\(end)"
      let name = "\(file)-segment-events" + (isLast ? "" : ".temp")
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      ids += own
    }
    return ids
  }
}
