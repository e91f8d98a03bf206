import Cairn
import CairnTesting
import Foundation
import Testing

/// The disposition of an event, requested in a later launch.
@Suite struct RelaunchTests {
  let scene = ReceiptFixture()

  @Test("an identifier can be stored as text or JSON")
  func text() throws {
    let id = EventID(high: 0x0193_5B6E_0B0A_7A27, low: 0x9A54_27C2_CD1F_5A11)
    #expect(EventID(id.description) == id)
    #expect(EventID(id.description.uppercased()) == id)
    #expect(EventID(id.uuid) == id)
    #expect(EventID("01935b6e") == nil)
    let data = try JSONEncoder().encode([id])
    #expect(String(decoding: data, as: UTF8.self) == "[\"\(id)\"]")
    #expect(try JSONDecoder().decode([EventID].self, from: data) == [id])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([EventID].self, from: Data("[\"x\"]".utf8))
    }
  }

  @Test("an event that was pending is pending in the next launch, and is then delivered")
  func pending() async throws {
    scene.server.isOffline = true
    let first = await scene.start()
    let id = try #require(first.track("Event"))
    await first.flush()
    await first.close(flushingForSeconds: 0)
    let second = await scene.start()
    #expect(await second.delivery(of: id)?.state == .pending)
    scene.server.isOffline = false
    await second.flush()
    #expect(await second.delivery(of: id)?.state == .delivered)
  }

  @Test("a delivered event is known after its segment is gone")
  func reclaimed() async throws {
    let first = await scene.start()
    let id = try #require(first.track("Event"))
    await first.flush()
    await first.close()
    let second = await scene.start()
    #expect(try scene.segments().isEmpty)
    #expect(
      await second.delivery(of: id) == DeliveryStatus(destinations: ["server": .delivered]))
    #expect(try await second.waitForDelivery(of: id)?.state == .delivered)
  }

  @Test("a refused and discarded event is dropped; one that was put back waits, and then arrives")
  func deadLetters() async throws {
    let letters = DeadLetterFixture()
    let first = await letters.start()
    let ids = try (1...2).map { try #require(first.track("Bad \($0)")) }
    let good = try #require(first.track("Good"))
    await first.flush()
    #expect(await first.delivery(of: ids[0])?.state == .deadLettered)
    _ = try await letters.box().discard { $0.id == ids[0] }
    _ = try await letters.box().replay { $0.id == ids[1] }
    #expect(await first.state(of: ids[0], at: "picky") == .dropped(.discarded))
    #expect(await first.state(of: ids[1], at: "picky") == .pending)
    #expect(await first.state(of: ids[1], at: "open") == .delivered)
    // Closed without a last flush, in which it would be refused again.
    await first.engine?.stop()
    letters.mend()
    let second = await letters.start()
    await second.flush()
    #expect(await second.state(of: ids[0], at: "picky") == .dropped(.discarded))
    #expect(await second.delivery(of: ids[1])?.state == .delivered)
    #expect(await second.delivery(of: good)?.state == .delivered)
  }

  @Test("the last 4 096 events are known in the next launch, and earlier ones are not")
  func overflow() async throws {
    let first = await scene.start()
    let ids = try (1...5_000).map { try #require(first.track("Event \($0)")) }
    await first.flush()
    await first.close()
    let size = try OpenFile(scene.recent(), .read, in: scene.storage.files).status().size
    #expect(size == RecentDispositions.capacity * DispositionEntry.size)
    let second = await scene.start()
    #expect(await second.delivery(of: ids[0]) == nil)
    #expect(await second.delivery(of: ids[903]) == nil)
    #expect(await second.delivery(of: ids[904])?.state == .delivered)
    #expect(await second.delivery(of: ids[4_999])?.state == .delivered)
    let next = try #require(second.track("Next"))
    await second.flush()
    #expect(await second.delivery(of: next)?.state == .delivered)
    #expect(await second.delivery(of: ids[904]) == nil)
  }

  @Test("an event of the journal that is settled, but not in `recent`, is reported as settled")
  func forgotten() async throws {
    let down = RecordingDestination(name: "down")
    down.isOffline = true
    let first = await scene.start([scene.server, down])
    let id = try #require(first.track("Event"))
    await first.flush()
    await first.close(flushingForSeconds: 0)
    try scene.storage.files.remove(scene.recent())
    let second = await scene.start([scene.server, down])
    #expect(
      await second.delivery(of: id)?.destinations == ["server": .settled, "down": .pending])
  }

  @Test("a damaged or foreign `recent` is ignored, and used again")
  func foreign() async throws {
    let first = await scene.start()
    let ids = try (1...4).map { try #require(first.track("Event \($0)")) }
    await first.flush()
    await first.close()
    let file = try OpenFile(scene.recent(), .readWrite, in: scene.storage.files)
    // The first entry has the number 1; this changes one bit of the second one's disposition.
    try file.write([0x02], at: 2 * DispositionEntry.size + 16)
    let second = await scene.start()
    #expect(await second.state(of: ids[0]) == .delivered)
    #expect(await second.delivery(of: ids[1]) == nil)
    await second.close()
    try file.write([UInt8](repeating: 0xA5, count: 200_000), at: 0)
    let third = await scene.start()
    #expect(await third.delivery(of: ids[0]) == nil)
    let next = try #require(third.track("Next"))
    await third.flush()
    await third.close()
    let fourth = await scene.start()
    #expect(await fourth.delivery(of: next)?.state == .delivered)
  }

  @Test("a `recent` that cannot be written blocks nothing")
  func unwritable() async throws {
    let files = FaultyFileSystem(scene.storage.files) { call in
      call.path.hasSuffix("/recent") ? .fail(FileError.inputOutput) : .none
    }
    let first = await scene.start(on: files)
    let id = try #require(first.track("Event"))
    #expect(await first.flush().isComplete)
    #expect(await first.delivery(of: id)?.state == .settled)
  }

  @Test("drops for a destination that is not configured this time are recorded")
  func absent() async throws {
    scene.server.isOffline = true
    let first = await scene.start()
    let ids = try (1...10).map { try #require(first.track("Event \($0)")) }
    await first.engine?.stop()
    let second = await scene.start([RecordingDestination(name: "other")]) { $0.journal.lag = 4 }
    await second.engine?.retention.prune()
    await second.close()
    let third = await scene.start()
    #expect(await third.state(of: ids[5]) == .dropped(.capacity))
    #expect(await third.state(of: ids[6]) == .pending)
  }
}
