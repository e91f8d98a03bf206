import ToolTestSupport
import Cairn
import CairnPrivacy
import Foundation
import Testing

@Suite struct EncryptedJournalTests {
  /// Returns a journal with four events for two destinations, one that refuses the first event and
  /// one that accepts nothing, and the key file.
  private func filled() async throws -> (scene: JournalFolderFixture, keyFile: String) {
    let scene = JournalFolderFixture()
    let keys = URL(fileURLWithPath: scene.path + "/keys")
    let analytics = scene.open(
      Shut(), Picky(), encryption: .chaChaPoly(FileKeyStore(directory: keys)))
    analytics.track("Bad 1")
    for number in 2...4 { analytics.track("Good \(number)") }
    _ = await analytics.flush()
    await analytics.close(flushingForSeconds: 0)
    return (scene, keys.path + "/app.key")
  }

  @Test("inspect and verify need no key")
  func withoutKey() async throws {
    let (scene, _) = try await filled()
    let verify = try Command.run("journal", "verify", scene.journal)
    #expect(verify.status == 0 && verify.output.contains("sound"))
    let inspect = try Command.run("journal", "inspect", scene.journal)
    #expect(inspect.status == 0 && inspect.output.contains("4 events"))
    #expect(!inspect.output.contains("Good"))
  }

  @Test("tail and export show events with the key, and report that they need it otherwise")
  func showing() async throws {
    let (scene, keyFile) = try await filled()
    let tail = try Command.run("journal", "tail", scene.journal)
    #expect(tail.output.isEmpty && tail.error.contains("4 events are encrypted"))
    let shown = try Command.run("journal", "tail", "--key-file", keyFile, scene.journal)
    #expect(shown.output.contains("Good 4") && shown.error.isEmpty)
    let export = try Command.run("journal", "export", scene.journal)
    #expect(export.status == 1 && export.output.isEmpty)
    #expect(export.error.contains("4 encrypted and left out; pass --key-file"))
    let whole = try Command.run("journal", "export", "--key-file", keyFile, scene.journal)
    #expect(whole.status == 0 && whole.error == "4 events exported, 0 damaged\n")
  }

  @Test(
    "with another key nothing is shown or counted as damaged; an invalid key file is refused"
  )
  func wrongKey() async throws {
    let (scene, _) = try await filled()
    let file = scene.path + "/other"
    try Data(String(repeating: "0", count: 64).utf8).write(to: URL(fileURLWithPath: file))
    let export = try Command.run("journal", "export", "--key-file", file, scene.journal)
    #expect(export.output.isEmpty && export.error.contains("0 damaged, 4 encrypted"))
    try Data("x".utf8).write(to: URL(fileURLWithPath: file))
    let refused = try Command.run("journal", "export", "--key-file", file, scene.journal)
    #expect(refused.status == 64 && refused.error.contains("64 hexadecimal digits"))
  }

  @Test("dead letters are listed and put back with the key")
  func dead() async throws {
    let (scene, keyFile) = try await filled()
    let list = try Command.run("journal", "dead", "list", scene.journal)
    #expect(list.error.contains("1 encrypted letters; pass --key-file"))
    let replay = try Command.run(
      "journal", "dead", "replay", "--all", "--key-file", keyFile, scene.journal)
    #expect(replay.status == 0 && replay.output.contains("1 put back"))
  }
}
