import CairnTesting
import Foundation
import Testing

@testable import Cairn

/// An app with a journal of its own joins an app group.
@Suite struct AppGroupMoveTests {
  let scene = GroupFixture()

  /// Leaves the journal of an app without a group: a user, a decision, and a waiting event.
  static func leaveOwnJournal(_ scene: GroupFixture) async -> String {
    let before = scene.startAlone()
    before.identify("user-1")
    before.superProperties.register(["plan": "pro"])
    before.setConsent(.pending)
    before.track("Waiting")
    await scene.kill(before)
    return before.anonymousID
  }

  @Test("an app that joins a group moves its journal: events, user, properties and consent")
  func moved() async throws {
    let id = await Self.leaveOwnJournal(scene)
    let app = scene.start(.app)
    #expect(app.anonymousID == id && app.userID == "user-1")
    #expect(app.superProperties.current == ["plan": "pro"])
    #expect(app.consent == .pending)
    app.setConsent(.granted)
    #expect(await app.flush().isComplete)
    #expect(scene.names("Waiting") == ["Waiting"])
    #expect(try scene.storage.memory.list("/own/cairn").isEmpty)
    await app.close()
    #expect(scene.codes(from: .warning) == [])
  }

  @Test("an extension that began a journal in the group first loses nothing, and the user stays")
  func afterExtension() async throws {
    let id = await Self.leaveOwnJournal(scene)
    let share = scene.start(.share)
    share.track("Shared before")
    let app = scene.start(.app)
    #expect(app.anonymousID == id && app.userID == "user-1")
    #expect(app.consent == .pending)
    // The extension runs on, in the file that was moved, and then in new ones.
    share.track("Shared after")
    app.setConsent(.granted)
    scene.clock.advance(bySeconds: 13 * 3_600)
    share.track("Shared later")
    #expect(share.userID == "user-1")
    #expect(await app.flush().isComplete)
    #expect(Set(scene.names("Shared")) == ["Shared before", "Shared after", "Shared later"])
    #expect(scene.names("Waiting") == ["Waiting"])
    #expect(app.ledger().balances)
    #expect(app.ledger().destinations.allSatisfy { $0.damaged == 0 })
    #expect(try scene.storage.memory.list("/own/cairn").isEmpty)
    await scene.kill(share)
    await app.close()
    #expect(scene.codes(from: .warning) == [])
  }

  @Test("a move that is interrupted at any call is completed at the next start")
  func interrupted() async throws {
    for calls in stride(from: 0, to: 200, by: Effort.isWhole ? 1 : 23) {
      let scene = GroupFixture()
      let id = await Self.leaveOwnJournal(scene)
      let share = scene.start(.share)
      share.track("Shared")
      await scene.kill(share)
      let isDone = scene.move(failingAfter: calls)
      let app = scene.start(.app)
      #expect(app.anonymousID == id && app.consent == .pending, "\(calls)")
      app.setConsent(.granted)
      #expect(await app.flush().isComplete)
      let names = scene.names().filter { $0 == "Shared" || $0 == "Waiting" }
      #expect(names.sorted() == ["Shared", "Waiting"], "\(calls)")
      #expect(app.ledger().balances)
      await app.close()
      if isDone { return }
    }
    Issue.record("the move makes too many calls")
  }

  @Test("an app that cannot move continues in its own folder, and moves at the next start")
  func failed() async throws {
    let id = await Self.leaveOwnJournal(scene)
    let refusing = FaultyFileSystem(scene.storage.files) { call in
      call.name == "move" ? .fail(FileError.inputOutput) : .none
    }
    let app = scene.start(.app) { $0.seams.files = LocklessFiles(files: refusing) }
    #expect(app.anonymousID == id && app.userID == "user-1")
    app.track("Meanwhile")
    #expect(scene.codes(from: .error) == ["journal.group"])
    await scene.kill(app)
    let later = scene.start(.app)
    later.setConsent(.granted)
    #expect(later.anonymousID == id)
    #expect(await later.flush().isComplete)
    #expect(scene.names("Waiting") == ["Waiting"] && scene.names("Meanwhile") == ["Meanwhile"])
    await later.close()
  }

  @Test("an error after the extension's journal is set aside changes no user, and loses nothing")
  func failedLate() async throws {
    for calls in stride(from: 1, through: 40, by: Effort.isWhole ? 1 : 7) {
      let scene = GroupFixture()
      let id = await Self.leaveOwnJournal(scene)
      let share = scene.start(.share)
      share.track("Shared")
      await scene.kill(share)
      let failure = LateFailure(calls)
      let failing = FaultyFileSystem(scene.storage.files) { failure.fault(of: $0) }
      let app = scene.start(.app) { $0.seams.files = LocklessFiles(files: failing) }
      let isSame = app.anonymousID == id && app.consent == .pending
      #expect(app.ledger().isInMemory || isSame, "\(calls)")
      await scene.kill(app)
      let later = scene.start(.app)
      #expect(later.anonymousID == id && later.consent == .pending, "\(calls)")
      later.setConsent(.granted)
      #expect(await later.flush().isComplete)
      let names = scene.names().filter { $0 == "Shared" || $0 == "Waiting" }
      #expect(names.sorted() == ["Shared", "Waiting"], "\(calls)")
      await later.close()
    }
  }

  /// Fails one call, counted from the second rename, with which the merge begins.
  final class LateFailure: Sendable {
    private let state = Locked((moves: 0, count: 0))
    private let failing: Int

    init(_ failing: Int) { self.failing = failing }

    func fault(of call: FaultyFileSystem.Call) -> FaultyFileSystem.Fault {
      state.withLock { state in
        if call.name == "move" { state.moves += 1 }
        guard state.moves > 1 else { return .none }
        state.count += 1
        // The rename itself succeeds.
        return state.count == failing + 1 && state.count < 12 ? .fail(FileError.inputOutput) : .none
      }
    }
  }

  @Test("before the first unlock nothing is moved, and no other user or consent takes its place")
  func locked() async throws {
    let id = await Self.leaveOwnJournal(scene)
    scene.storage.problem = .locked
    let app = scene.start(.app)
    app.track("Locked")
    scene.storage.problem = nil
    app.track("Unlocked")
    await app.flush()
    #expect(scene.names() == [])
    await scene.kill(app)
    let later = scene.start(.app)
    #expect(later.anonymousID == id && later.userID == "user-1" && later.consent == .pending)
    later.setConsent(.granted)
    #expect(await later.flush().isComplete)
    #expect(scene.names("Waiting") == ["Waiting"])
    await later.close()
  }

  @Test("the identifier of the installation in a file moves, too, and replaces the extension's")
  func identifier() throws {
    let files = InMemoryFileSystem()
    let (own, other) = (InstallID(SystemRandomness()), InstallID(SystemRandomness()))
    try files.makeDirectory("/own")
    try InstallFile("/own/shop", in: files).write(own)
    try files.makeDirectory("/group")
    try InstallFile("/group/shop", in: files).write(other)
    for _ in 1...2 {
      try AppGroupIdentifiers.join("/own/shop", "/group/shop", in: "/group", files)
      #expect(try InstallFile("/group/shop", in: files).read() == own)
      #expect(try InstallFile("/own/shop", in: files).read() == nil)
    }
  }
}
