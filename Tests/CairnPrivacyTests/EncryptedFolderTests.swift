#if canImport(CryptoKit) || Crypto
import Cairn
import CairnPrivacy
import CairnTesting
import Foundation
import Testing

@Suite("A folder that is encrypted")
struct EncryptedFolderTests {
  private static let needles = [
    "needle.event", "needle.property", "needle.user", "needle.trait", "needle.context", "timezone",
    "messageId",
  ]

  private struct Adding: Enricher {
    func enrich(_ event: inout Event) { event.context["where"] = "needle.context" }
  }

  /// A destination that makes its own bodies, as HTTP destinations do.
  private struct Sealing: Destination {
    let name = "sealing"
    func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
      context + events.flatMap { Array($0.json) }
    }
    func deliver(_ batch: Batch) async -> Outcome { .accepted }
  }

  private func expectNothing(in folder: Folder, _ moment: Comment) throws {
    for needle in Self.needles { #expect(try folder.files(with: needle) == [], moment) }
  }

  @Test("recorded data is in no file in plain text, at any time, and all of it arrives")
  func needles() async throws {
    let scene = Scene(RecordingDestination(inFrontOf: Sealing()))
    var configuration = Configuration(destinations: [scene.destination])
    configuration.directory = scene.folder.url
    configuration.enrichers = [Adding()]
    configuration.encryption = .chaChaPoly(scene.key)
    configuration.seams.clock = scene.clock
    let analytics = Analytics(configuration)
    await analytics.flush()
    analytics.identify("needle.user", traits: ["a": "needle.trait"])
    analytics.track("needle.event", ["a": "needle.property"])
    try expectNothing(in: scene.folder, "recorded")
    scene.destination.answerNext(.later(afterSeconds: nil, reason: "offline"))
    await analytics.flush()
    #expect(try scene.folder.files().keys.contains { $0.hasSuffix(".body") })
    try expectNothing(in: scene.folder, "sealed")
    scene.destination.answerNext(
      .partial(refused: [1: DeliveryRejection("no")], again: []))
    await analytics.flush()
    #expect(try scene.folder.files().keys.contains { $0.contains("/dead/") })
    try expectNothing(in: scene.folder, "refused")
    await analytics.close()
    try expectNothing(in: scene.folder, "closed")
    let bodies = scene.destination.batches.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(bodies.count == 2 && bodies[0] == bodies[1])
    for needle in Self.needles { #expect(bodies[0].contains(needle)) }
  }

  @Test(
    "the data of a process that ended without a close is read by the next one, including the user")
  func relaunch() async throws {
    let scene = Scene()
    scene.destination.isOffline = true
    let first = scene.launch()
    first.identify("jane")
    for number in 1...50 { first.track("Event \(number)") }
    await first.flush()
    // The first one is not closed: its lane stays as after a kill.
    scene.destination.isOffline = false
    let second = scene.launch()
    #expect(second.userID == "jane" && second.anonymousID == first.anonymousID)
    await second.flush()
    #expect(Set(scene.delivered) == Set((1...50).map { "Event \($0)" }))
    let row = second.ledger().destinations.first
    #expect(row?.damaged == 0 && row?.pending == 0)
    await first.close()
    await second.close()
  }

  @Test("a batch that is sent again after a relaunch has the same key and the same bytes")
  func resend() async throws {
    let scene = Scene(RecordingDestination(inFrontOf: Sealing()))
    scene.destination.isOffline = true
    let first = scene.launch()
    first.track("Event")
    await first.flush()
    await first.close()
    scene.destination.isOffline = false
    let second = scene.launch()
    await second.flush()
    await second.close()
    let batches = scene.destination.batches
    #expect(Set(batches.map(\.key)).count == 1 && Set(batches.map(\.body)).count == 1)
    #expect(batches.count >= 2 && batches.first?.body.isEmpty == false)
  }

  @Test("dead letters are put back with the key, and report that they need it otherwise")
  func deadLetters() async throws {
    let scene = Scene()
    scene.destination.answerNext(.refused("no"))
    let analytics = scene.launch()
    analytics.track("Event")
    await analytics.flush()
    await analytics.close()
    let folder = try #require(analytics.engine?.journal.directory).dropLast(4)
    func box(_ encryption: RecordEncryption) -> DeadLetterManager {
      DeadLetterManager(
        String(folder), destination: "recording", files: PosixFileSystem(), clock: scene.clock,
        randomness: SystemRandomness(), encryption: encryption)
    }
    #expect(try box(.none).contents().letters.isEmpty)
    #expect(try box(.none).contents().sealed == 1)
    let encryption = RecordEncryption(.chaChaPoly(scene.key), instance: "", Diagnostics { _ in })
    #expect(try box(encryption).contents().letters.map(\.rejection.reason) == ["no"])
    #expect(try await box(encryption).replay { _ in true }.events == 1)
    #expect(try scene.folder.files(with: "messageId") == [])
    let next = scene.launch()
    await next.flush()
    #expect(scene.delivered == ["Event"])
    await next.close()
  }
}
#endif
