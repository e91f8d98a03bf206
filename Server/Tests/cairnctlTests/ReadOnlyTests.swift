import ToolTestSupport
import Foundation
import Testing

/// The commands change nothing in the folder that they inspect, and need no permission to.
@Suite struct ReadOnlyTests {
  static let commands: [[String]] = [
    ["inspect"], ["inspect", "--json", "--segments"], ["verify"], ["tail"], ["export"],
    ["export", "--pending", "shut"], ["export", "--dead", "picky"],
  ]

  /// Returns each file and folder with its length, time and contents.
  func state(_ path: String) throws -> [String: String] {
    var state: [String: String] = [:]
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    for name in names + [""] {
      let file = path + "/" + name
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      let changed = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      let content = FileManager.default.contents(atPath: file)?.hashValue ?? 0
      state[name] =
        "\(attributes[.size] ?? 0) \(attributes[.posixPermissions] ?? 0) \(changed) \(content)"
    }
    return state
  }

  @Test(
    "the commands do not change the folder", arguments: [Harm?.none, .payload, .cursor, .zeros])
  func unchanged(harm: Harm?) async throws {
    let scene = try await JournalFolderFixture.filled()
    _ = try harm?.apply(to: scene)
    let before = try state(scene.path)
    for command in Self.commands { _ = try Command.run(["journal"] + command + [scene.path]) }
    let new = JournalFolderFixture()
    #expect(try Command.run("journal", "repair", scene.path, "--output", new.path).status == 0)
    #expect(try state(scene.path) == before)
  }

  @Test("the commands need no write permission", .enabled(if: Command.canRunUnprivileged))
  func unwritable() async throws {
    let scene = try await JournalFolderFixture.filled()
    let names = FileManager.default.enumerator(atPath: scene.path)?.compactMap { $0 as? String }
    for name in [""] + (names ?? []) {
      let path = scene.path + "/" + name
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      #expect(chmod(path, isFolder.boolValue ? 0o555 : 0o444) == 0)
    }
    for command in Self.commands {
      let result = try Command.runUnprivileged("journal", command[0], scene.path)
      #expect(result.status == 0, "\(command): \(result)")
      #expect(
        try Command.run("journal", command[0], scene.path).output.count == result.output.count
          || command[0] == "verify" || command[0] == "inspect")
    }
    for name in [""] + (names ?? []) { chmod(scene.path + "/" + name, 0o755) }
  }

  @Test("an unreadable folder is reported", .enabled(if: Command.canRunUnprivileged))
  func unreadable() async throws {
    let scene = try await JournalFolderFixture.filled()
    #expect(chmod(scene.path, 0o755) == 0)
    #expect(chmod(scene.path + "/app", 0o755) == 0)
    #expect(chmod(scene.journal, 0o755) == 0)
    #expect(chmod(scene.journal + "/log", 0o755) == 0)
    let file = try scene.segments()[0]
    #expect(chmod(file, 0o000) == 0)
    let result = try Command.runUnprivileged("journal", "verify", scene.journal)
    #expect(result.status == 1)
    #expect(result.output.contains("Permission denied"))
  }
}
