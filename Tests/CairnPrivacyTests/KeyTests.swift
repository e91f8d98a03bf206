#if canImport(CryptoKit) || Crypto
import Cairn
import CairnPrivacy
import CairnTesting
import Foundation
import Testing

@Suite("The key of an encrypted folder", .timeLimit(.minutes(60)))
struct KeyTests {
  /// Launches, records and leaves the event in the journal.
  private func leave(_ name: String, in scene: Scene, _ encryption: Encryption?) async {
    scene.destination.isOffline = true
    let analytics = scene.launch(encryption)
    analytics.track(name)
    await analytics.engine?.stop()
    scene.destination.isOffline = false
  }

  @Test("events with another key wait for it, which is logged once, and new ones are delivered")
  func lost() async throws {
    let scene = Scene()
    await leave("Old 1", in: scene, .chaChaPoly(scene.key))
    await leave("Old 2", in: scene, .chaChaPoly(scene.key))
    scene.key.set(9)
    let analytics = scene.launch()
    analytics.track("New")
    await analytics.flush()
    await analytics.flush()
    #expect(scene.delivered == ["New"])
    let row = analytics.ledger().destinations.first
    #expect(row?.damaged == 0 && row?.delivered == 1 && row?.pending == 2)
    await scene.said("encryption.keyLost")
    #expect(scene.codes.filter { $0 == "encryption.keyLost" }.count == 1)
    await analytics.close()
  }

  @Test("a body under another key is discarded, and its events wait for that key")
  func lostBody() async throws {
    let scene = Scene()
    scene.destination.isOffline = true
    let first = scene.launch()
    first.track("Old")
    await first.flush()
    await first.close()
    scene.destination.isOffline = false
    scene.key.set(9)
    let second = scene.launch()
    second.track("New")
    await second.flush()
    await second.flush()
    #expect(scene.destination.outcomes.last == .accepted)
    let row = second.ledger().destinations.first
    #expect(row?.damaged == 0 && row?.delivered == 1 && row?.pending == 1)
    await second.close()
  }

  @Test("while the key is unavailable nothing is deleted: events wait in memory and on the disk")
  func unavailable() async throws {
    let scene = Scene()
    await leave("Old", in: scene, .chaChaPoly(scene.key))
    let before = try scene.folder.files().filter { $0.key.hasSuffix(".seg") }
    scene.key.set(nil)
    let analytics = scene.launch()
    await #expect(throws: AnalyticsError.self) { try await analytics.record("New") }
    #expect(analytics.diagnostics.snapshot().buffered == 1)
    #expect(analytics.diagnostics.snapshot().storageProblem == .keyUnavailable)
    await analytics.flush()
    #expect(scene.delivered == [])
    #expect(try scene.folder.files().filter { $0.key.hasSuffix(".seg") } == before)
    await scene.said("encryption.key")
    scene.key.set(7)
    await analytics.flush()
    await analytics.flush()
    #expect(Set(scene.delivered) == ["Old", "New"])
    #expect(analytics.ledger().destinations.first?.damaged == 0)
    #expect(try scene.folder.files(with: "New") == [])
    await analytics.close()
  }

  @Test("a key of the wrong length is invalid: nothing is written in plain text")
  func wrongLength() async throws {
    let scene = Scene()
    let analytics = scene.launch(.chaChaPoly(key: { [1, 2, 3] }, destroy: {}))
    analytics.track("Secret")
    await analytics.flush()
    #expect(try scene.folder.files(with: "Secret") == [])
    await scene.said("encryption.key")
    await analytics.close()
  }

  @Test("plain and encrypted events coexist: encryption turned on, off and on again")
  func mixed() async throws {
    let scene = Scene()
    await leave("Plain", in: scene, nil)
    await leave("Encrypted", in: scene, .chaChaPoly(scene.key))
    await leave("Off", in: scene, scene.switchedOff)
    #expect(try scene.folder.files(with: "\"Off\"").count == 1)
    #expect(try scene.folder.files(with: "\"Encrypted\"").isEmpty)
    let analytics = scene.launch()
    await analytics.flush()
    #expect(Set(scene.delivered) == ["Plain", "Encrypted", "Off"])
    #expect(analytics.ledger().destinations.first?.damaged == 0)
    await analytics.close()
  }

  @Test("without any encryption encrypted data waits, which is logged, and the rest is delivered")
  func missing() async throws {
    let scene = Scene()
    await leave("Encrypted", in: scene, .chaChaPoly(scene.key))
    let analytics = scene.launch(nil)
    analytics.track("Plain")
    await analytics.flush()
    #expect(scene.delivered == ["Plain"])
    #expect(analytics.ledger().destinations.first?.pending == 1)
    await scene.said("encryption.missing")
    await analytics.close()
    let next = scene.launch()
    await next.flush()
    #expect(scene.delivered == ["Plain", "Encrypted"])
    await next.close()
  }

  @Test("without any encryption an encrypted body blocks nothing")
  func missingBody() async throws {
    let scene = Scene()
    scene.destination.isOffline = true
    let first = scene.launch()
    first.track("Encrypted")
    await first.flush()
    await first.close()
    scene.destination.isOffline = false
    let second = scene.launch(nil)
    second.track("Plain")
    await second.flush()
    #expect(scene.delivered == ["Plain"])
    #expect(second.ledger().destinations.first?.pending == 1)
    await second.close()
    let third = scene.launch()
    await third.flush()
    #expect(scene.delivered == ["Plain", "Encrypted"])
    await third.close()
  }

  @Test("an identity that was stored in plain text is encrypted at the next start, in both slots")
  func identity() async throws {
    let scene = Scene()
    let before = scene.launch(nil)
    before.identify("needle.user")
    let anonymous = before.anonymousID
    await before.flush()
    await before.close()
    let analytics = scene.launch()
    #expect(analytics.userID == "needle.user" && analytics.anonymousID == anonymous)
    let identities = try scene.folder.files().filter { $0.key.hasSuffix("/identity") }
    #expect(identities.count == 1)
    #expect(!identities.contains { $0.value.contains(Array("needle.user".utf8)) })
    #expect(!identities.contains { $0.value.contains(Array(anonymous.utf8)) })
    await analytics.close()
  }

  @Test("erased data is erased with its key, and later events are delivered with another one")
  func destroyed() async throws {
    let scene = Scene()
    scene.destination.isOffline = true
    let analytics = scene.launch()
    analytics.track("Old")
    try await analytics.erase()
    #expect(scene.key.destroyed == 1)
    analytics.track("New")
    scene.destination.isOffline = false
    await analytics.flush()
    #expect(scene.delivered == ["New"])
    #expect(analytics.ledger().destinations.first?.dropped == [.erased: 1])
    await analytics.close()
  }
}
#endif
