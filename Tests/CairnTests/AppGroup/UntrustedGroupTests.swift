import CairnTesting
import Foundation
import Testing

@testable import Cairn

/// The app joins a group in whose folder others may have made files.
@Suite final class UntrustedGroupTests {
  let fixture = GroupFixture()
  private let root = FileManager.default.temporaryDirectory.path + "/group-\(UUID().uuidString)"
  private var own: String { root + "/own/cairn" }
  private var group: String { root + "/group/cairn" }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  @Test("a journal that contains a link is not moved among the app's files, and waits where it is")
  func link() async throws {
    let id = try await leaveBoth()
    try replaceByLink(group + "/shop/v1/log")
    let app = start(.app)
    #expect(app.anonymousID == id)
    #expect(fixture.codes(from: .error) == ["journal.group"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: own) == ["shop"])
    await fixture.kill(app)
    try restore(group + "/shop/v1/log")
    try await checkLater(id)
  }

  @Test("a journal that was set aside is not merged while it contains a link")
  func linkLater() async throws {
    let id = try await leaveBoth()
    let aside = own + "/shop" + AppGroupMove.mark + "0000000000000001"
    try FileManager.default.moveItem(atPath: group + "/shop", toPath: aside)
    try replaceByLink(aside + "/v1/log")
    let app = start(.app)
    #expect(app.anonymousID == id)
    #expect(fixture.codes(from: .error) == ["journal.group"])
    await fixture.kill(app)
    try restore(aside + "/v1/log")
    try await checkLater(id)
  }

  /// Leaves an event of the app in its own folder, and one of an extension in the group; returns
  /// the app's anonymous identifier.
  private func leaveBoth() async throws -> String {
    let before = start(.app) {
      $0.appGroup = nil
      $0.directory = URL(fileURLWithPath: self.own)
    }
    before.track("Waiting")
    await fixture.kill(before)
    let share = start(.share)
    share.track("Shared")
    await fixture.kill(share)
    return before.anonymousID
  }

  private func start(
    _ kind: GroupFixture.Kind, _ change: (inout Configuration) -> Void = { _ in }
  ) -> Analytics {
    fixture.start(kind) { [own, group] in
      $0.seams.files = LocklessFiles(files: PosixFileSystem())
      $0.seams.groupFolder = { _ in group }
      $0.seams.ownFolder = { own }
      change(&$0)
    }
  }

  private func replaceByLink(_ folder: String) throws {
    try FileManager.default.moveItem(atPath: folder, toPath: root + "/elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: folder, withDestinationPath: root + "/elsewhere")
  }

  private func restore(_ folder: String) throws {
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.moveItem(atPath: root + "/elsewhere", toPath: folder)
  }

  /// Checks that nothing is lost when the link is gone.
  private func checkLater(_ id: String) async throws {
    let app = start(.app)
    #expect(app.anonymousID == id)
    #expect(await app.flush().isComplete)
    #expect(fixture.names("Shared") == ["Shared"] && fixture.names("Waiting") == ["Waiting"])
    #expect(app.ledger().balances)
    await app.close()
  }
}
