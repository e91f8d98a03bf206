import CairnTesting
import Foundation
import Testing

@testable import Cairn

/// The move into the group fails, and the app runs in its own folder until its next start.
@Suite struct GroupMoveFailureTests {
  @Test(
    "a run between a move that failed at any call and the next one sends nothing twice",
    arguments: [false, true])
  func runBetween(isInFlight: Bool) async throws {
    for calls in stride(from: 0, to: 400, by: Effort.isWhole ? 1 : 23) {
      let scene = GroupFixture()
      _ = try await GroupMergeTests.leaveBoth(scene)
      if isInFlight {
        let share = scene.start(.share)
        scene.server.isOffline = true
        await share.flush()
        scene.server.isOffline = false
        await scene.kill(share)
      }
      if scene.move(failingAfter: calls) { return }
      guard try scene.isSetAside() else { continue }
      let apart = scene.startAlone { $0.hasIncompleteMerge = true }
      apart.setConsent(.granted)
      apart.track("Apart")
      await apart.flush()
      #expect(apart.ledger().balances, "\(calls)")
      await scene.kill(apart)
      let app = scene.start(.app)
      try await GroupMergeTests.check(scene, app, "\(calls)")
      #expect(scene.names("Apart") == ["Apart"], "\(calls)")
      await app.close()
    }
    Issue.record("the move makes too many calls")
  }

  @Test("events of the extension that the app erases between two moves are not sent")
  func erasedBetween() async throws {
    for calls in stride(from: 0, to: 400, by: Effort.isWhole ? 1 : 23) {
      let scene = GroupFixture()
      _ = try await GroupMergeTests.leaveBoth(scene)
      if scene.move(failingAfter: calls) { return }
      guard try scene.isSetAside() else { continue }
      let apart = scene.startAlone { $0.hasIncompleteMerge = true }
      try await apart.erase()
      await scene.kill(apart)
      let app = scene.start(.app)
      app.setConsent(.granted)
      await app.flush()
      #expect(scene.names().filter { $0 == "Shared" || $0 == "Waiting" } == [], "\(calls)")
      #expect(app.ledger().balances, "\(calls)")
      await app.close()
    }
  }

  @Test("an extension that runs on between two moves loses nothing")
  func extensionBetween() async throws {
    for calls in stride(from: 0, to: 400, by: Effort.isWhole ? 1 : 23) {
      let scene = GroupFixture()
      _ = await AppGroupMoveTests.leaveOwnJournal(scene)
      let share = scene.start(.share) { $0.seams.segmentBytes = 4_096 }
      share.track("Sent")
      await share.flush()
      for _ in 1...5 { share.track("Shared before") }
      if scene.move(failingAfter: calls) { return }
      for _ in 1...60 { share.track("Shared after") }
      scene.server.isOffline = true
      await share.flush()
      scene.server.isOffline = false
      await scene.kill(share)
      let second = scene.start(.share)
      second.track("Shared later")
      await second.flush()
      await scene.kill(second)
      let app = scene.start(.app)
      app.setConsent(.granted)
      #expect(await app.flush().isComplete, "\(calls)")
      #expect(scene.names("Sent").count == 1, "\(calls)")
      #expect(scene.names("Shared before").count == 5, "\(calls)")
      #expect(scene.names("Shared after").count == 60, "\(calls)")
      #expect(scene.names("Shared later").count == 1, "\(calls)")
      let row = try #require(app.ledger()["server"])
      #expect(row.balances && row.damaged == 0 && row.pending == 0, "\(calls) \(row)")
      let accepted = Set(scene.server.acceptedEvents.map(\.id))
      #expect(row.delivered == UInt64(accepted.count), "\(calls) \(row)")
      await app.close()
    }
  }

  @Test(
    "a journal from a backup of another device is not sent, and keeps no other event back",
    arguments: [GroupFixture.Kind?.none, .share])
  func restored(of kind: GroupFixture.Kind?) async throws {
    let scene = GroupFixture()
    let others = MemoryInstallRecord()
    let elsewhere =
      kind.map { scene.start($0) { $0.seams.installs = others } }
      ?? scene.startAlone { $0.seams.installs = others }
    elsewhere.track("Elsewhere")
    await scene.kill(elsewhere)
    let before = scene.startAlone()
    before.track("Waiting")
    await scene.kill(before)
    let share = scene.start(.share)
    share.track("Shared")
    await scene.kill(share)
    let app = scene.start(.app)
    #expect(await app.flush().isComplete)
    #expect(scene.names("Shared") == ["Shared"] && scene.names("Waiting") == ["Waiting"])
    #expect(scene.names("Elsewhere") == [])
    await app.close()
  }

  @Test("an erasure of the app that was interrupted keeps its counters when it moves")
  func erasureInterrupted() async throws {
    for calls in stride(from: 1, to: 400, by: Effort.isWhole ? 1 : 23) {
      let scene = GroupFixture()
      let before = scene.startAlone()
      before.track("Sent by the app")
      await before.flush()
      before.track("Waiting")
      await scene.kill(before)
      let share = scene.start(.share)
      share.track("Shared")
      await scene.kill(share)
      let count = Locked(Int.max)
      let failing = FaultyFileSystem(scene.storage.files) { _ in
        count.withLock { count in
          if count < Int.max { count -= 1 }
          return count < 0 ? .fail(FileError.inputOutput) : .none
        }
      }
      scene.server.isOffline = true
      let apart = scene.startAlone { $0.seams.files = LocklessFiles(files: failing) }
      count.withLock { $0 = calls }
      // Throws at the first call that fails.
      try? await apart.erase()
      let isDone = count.withLock { $0 } >= 0
      await scene.kill(apart)
      scene.server.isOffline = false
      let app = scene.start(.app)
      _ = await app.flush()
      let row = try #require(app.ledger()["server"])
      #expect(row.balances, "\(calls)")
      #expect(
        row.delivered == UInt64(Set(scene.server.acceptedEvents.map(\.id)).count), "\(calls) \(row)"
      )
      let isErased = scene.server.acceptedEvents.count < 3
      #expect(!isErased || row.dropped[.erased] ?? 0 >= 1, "\(calls) \(row)")
      await app.close()
      if isDone { return }
    }
  }
}

extension GroupFixture {
  /// Whether the app's journal is in its own folder, and the extension's was set aside there.
  fileprivate func isSetAside() throws -> Bool {
    try storage.memory.list("/own/cairn").count > 1
  }
}

private struct UnexpectedReceipt: Error {
  var receipt: Receipt
}

extension GroupMoveFailureTests {
  @Test("an extension whose journal is moved away before its first event writes it to the disk")
  func movedBeforeFirstEvent() async throws {
    let root = FileManager.default.temporaryDirectory.path + "/moved-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    let scene = GroupFixture()
    let share = scene.start(.share) {
      $0.seams.files = LocklessFiles(files: PosixFileSystem())
      $0.seams.groupFolder = { _ in root + "/group/cairn" }
    }
    try FileManager.default.moveItem(
      atPath: root + "/group/cairn/shop", toPath: root + "/group/cairn/moved")
    let receipt = try await share.record("Shared")
    guard case .stored = receipt else { throw UnexpectedReceipt(receipt: receipt) }
    await scene.kill(share)
  }
}

extension GroupMoveFailureTests {
  @Test("an empty folder of visitors in the app's journal does not keep the extension's out")
  func emptyVisitors() throws {
    let root = FileManager.default.temporaryDirectory.path + "/visitors-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    let files = PosixFileSystem()
    try files.makeDirectory(root + "/app/visitors")
    try files.makeDirectory(root + "/extension/visitors")
    _ = try OpenFile(root + "/extension/visitors/00000000000000ff", .create, in: files)
    try JournalMerge(
      source: root + "/extension", target: root + "/app", isErased: false, files: files
    ).run()
    #expect(try files.list(root + "/app/visitors") == ["00000000000000ff"])
  }
}
