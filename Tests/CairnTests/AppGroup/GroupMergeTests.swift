import CairnTesting
import Foundation
import Testing

@testable import Cairn

/// An extension has recorded and delivered in the group before the app moves its journal there.
@Suite struct GroupMergeTests {
  /// Leaves both journals: the app's in its own folder, and the extension's in the group, with
  /// delivered events, a dead letter, drops that no cursor has counted, a conversion that waits,
  /// and a waiting event.
  ///
  /// Returns the app's anonymous identifier.
  static func leaveBoth(_ scene: GroupFixture) async throws -> String {
    let before = scene.startAlone()
    before.track("Sent by the app")
    await before.flush()
    await scene.kill(before)
    let id = await AppGroupMoveTests.leaveOwnJournal(scene)
    let share = scene.start(.share)
    share.track("Refused")
    scene.server.answerNext(.refused("no such event"))
    await share.flush()
    share.track("Sent by the extension")
    await share.flush()
    share.track("Shared")
    await scene.kill(share)
    let journal = scene.container + "/shop/v1"
    var drops = UncountedDrops(dropped.lane, log: journal + "/log", files: scene.storage.files)
    _ = drops.add(DroppedPlaces(dropped, UInt8(DropReason.capacity.rawValue)))
    drops.close()
    try scene.storage.files.makeDirectory(journal + "/conversions")
    let file = try OpenFile(journal + conversion, .create, in: scene.storage.files)
    try file.write(Array("goal".utf8), at: 0)
    return id
  }

  static let dropped = PositionRange(lane: LaneID(rawValue: 77), first: 1, last: 3)
  static let conversion = "/conversions/00000000000000ff"

  /// Checks that nothing of both journals is lost, and nothing is delivered twice.
  static func check(_ scene: GroupFixture, _ app: Analytics, _ place: String = "") async throws {
    app.setConsent(.granted)
    #expect(await app.flush().isComplete, "\(place)")
    let expected = ["Refused", "Sent by the app", "Sent by the extension", "Shared", "Waiting"]
    #expect(scene.names().filter(expected.contains).sorted() == expected, "\(place)")
    let row = try #require(app.ledger()["server"])
    #expect(row.balances && row.damaged == 0 && row.pending == 0, "\(place)")
    #expect(row.deadLettered == 1 && row.dropped == [.capacity: 3], "\(place)")
    #expect(row.delivered == UInt64(Set(scene.server.events.map(\.id)).count - 1), "\(place)")
    let journal = scene.container + "/shop/v1"
    let letters = try DeadLetterManager(
      journal, destination: "server", files: scene.storage.files, clock: scene.clock,
      randomness: SeededRandomness(seed: 9)
    ).contents()
    #expect(letters.letters.count == 1, "\(place)")
    let file = try OpenFile(journal + conversion, .read, in: scene.storage.files)
    #expect(try file.read(100, at: 0) == Array("goal".utf8), "\(place)")
    #expect(try scene.storage.memory.list("/own/cairn").isEmpty, "\(place)")
  }

  @Test(
    "delivered events of the extension are not sent again, and waiting ones are kept and counted")
  func delivered() async throws {
    let scene = GroupFixture()
    let id = try await Self.leaveBoth(scene)
    let app = scene.start(.app)
    #expect(app.anonymousID == id && app.userID == "user-1" && app.consent == .pending)
    try await Self.check(scene, app)
    await app.close()
    #expect(scene.codes(from: .error) == [])
  }

  @Test(
    "the move after an extension has delivered is completed after a kill at any call to the disk")
  func interrupted() async throws {
    for calls in stride(from: 0, to: 400, by: Effort.isWhole ? 1 : 23) {
      let scene = GroupFixture()
      let id = try await Self.leaveBoth(scene)
      let isDone = scene.move(failingAfter: calls)
      let app = scene.start(.app)
      #expect(app.anonymousID == id && app.consent == .pending, "\(calls)")
      try await Self.check(scene, app, "\(calls)")
      await app.close()
      if isDone { return }
    }
    Issue.record("the move makes too many calls")
  }

  @Test("an extension that continues to run delivers with the shared cursor")
  func runsOn() async throws {
    let scene = GroupFixture()
    _ = await AppGroupMoveTests.leaveOwnJournal(scene)
    let share = scene.start(.share)
    share.track("Sent by the extension")
    await share.flush()
    let app = scene.start(.app)
    app.setConsent(.granted)
    await app.flush()
    scene.clock.advance(bySeconds: 2)
    share.track("Shared")
    #expect(await share.flush().isComplete)
    await app.flush()
    let expected = ["Sent by the extension", "Shared", "Waiting"]
    #expect(scene.names().filter(expected.contains).sorted() == expected)
    #expect(app.ledger().balances && share.ledger().balances)
    await scene.kill(share)
    await app.close()
  }

  @Test("the batch that the extension had in flight is sent again with its key and bytes")
  func inFlight() async throws {
    let scene = GroupFixture()
    _ = await AppGroupMoveTests.leaveOwnJournal(scene)
    let share = scene.start(.share)
    share.track("Shared")
    scene.server.isOffline = true
    await share.flush()
    await scene.kill(share)
    scene.server.isOffline = false
    let app = scene.start(.app)
    app.setConsent(.granted)
    #expect(await app.flush().isComplete)
    let batches = scene.server.batches.filter { batch in
      batch.events.contains { $0.fields?["event"] as? String == "Shared" }
    }
    #expect(batches.count > 1)
    #expect(Set(batches.map(\.key)).count == 1 && Set(batches.map(\.body)).count == 1)
    #expect(app.ledger().balances)
    await app.close()
  }

  @Test("a destination that the extension does not have counts no event as damaged")
  func otherDestination() async throws {
    let scene = GroupFixture()
    let other = RecordingDestination(name: "other")
    let both = { (configuration: inout Configuration) in
      configuration.destinations = [scene.server, other]
      configuration.seams.segmentBytes = 4_096
    }
    let before = scene.startAlone(both)
    before.track("Before")
    await before.flush()
    await scene.kill(before)
    let share = scene.start(.share) { $0.seams.segmentBytes = 4_096 }
    for number in 1...60 { share.track("Early \(number)") }
    await share.flush()
    for number in 1...5 { share.track("Late \(number)") }
    await scene.kill(share)
    let app = scene.start(.app, both)
    #expect(await app.flush().isComplete)
    #expect(scene.names("Late").count == 5 && scene.names("Early").count == 60)
    let late = other.events.filter { ($0.fields?["event"] as? String)?.hasPrefix("Late") == true }
    #expect(late.count == 5)
    let row = try #require(app.ledger()["other"])
    #expect(row.balances && row.damaged == 0)
    await app.close()
  }

  @Test("events that were erased in the extension are counted once, and not delivered")
  func erased() async throws {
    let scene = GroupFixture()
    let before = scene.startAlone()
    before.track("Before")
    await before.flush()
    await scene.kill(before)
    let share = scene.start(.share)
    for _ in 1...2 { share.track("Shared") }
    await scene.kill(share)
    for _ in 1...2 {
      try JournalMerge(
        source: scene.container + "/shop/v1", target: "/own/cairn/shop/v1", isErased: true,
        files: scene.storage.files
      ).run()
    }
    try scene.storage.files.removeAll(scene.container + "/shop")
    let app = scene.start(.app)
    #expect(await app.flush().isComplete)
    #expect(scene.names("Shared") == [])
    let row = try #require(app.ledger()["server"])
    #expect(row.balances && row.dropped == [.erased: 2] && row.damaged == 0)
    await app.close()
  }
}
