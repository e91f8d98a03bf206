import Foundation
import Testing
import ToolTestSupport

@Suite struct MigrateCommandTests {
  /// A container in a temporary folder.
  final class Scene {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    var container: String { url.appendingPathComponent("container").path }
    var journal: String { url.appendingPathComponent("journal").path }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ path: String, _ text: String) throws {
      let file = URL(fileURLWithPath: container).appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    /// Writes a store of analytics-swift with three events, of which the last is torn.
    func segment() throws {
      let events = (1...3).map { number in
        #"{"type":"track","event":"E","messageId":"00000000-0000-4000-8000-00000000000\#(number)","#
          + #""timestamp":"2025-10-09T08:53:20.123Z","anonymousId":"device-1","context":{}}"#
      }
      let text = "{ \"batch\": [\n" + events.joined(separator: "\n,")
      try write(
        "Library/Application Support/segment/key/0-segment-events", String(text.dropLast(30)))
      try write(
        "Library/Preferences/com.segment.storage.key.plist",
        "<plist><dict><key>segment.anonymousId</key><string>device-1</string></dict></plist>")
    }
  }

  @Test("the stores of a container are listed, and nothing is changed")
  func survey() throws {
    let scene = Scene()
    try scene.segment()
    let result = try Command.run("migrate", scene.container)
    #expect(result.status == 1)
    #expect(
      result.output == """
        store        outcome  events  withheld  lost  no event
        segment key    found       2         0     1         0

        segment key
          anonymous identifier  device-1
          lost, torn: 1

        """)
    #expect(try Command.run("migrate", scene.container).output == result.output)
    let json = try Command.run("migrate", "--json", scene.container)
    #expect(json.output.contains(#""anonymousID" : "device-1""#))
  }

  @Test("events are imported into a journal, and the container stays")
  func migration() throws {
    let scene = Scene()
    try scene.segment()
    let before = try Command.run("migrate", scene.container).output
    let result = try Command.run(
      "migrate", scene.container, "--journal", scene.journal, "--write-key", "app")
    #expect(result.output.contains("finished       2"))
    #expect(try Command.run("migrate", scene.container).output == before)
    let folders = try FileManager.default.contentsOfDirectory(atPath: scene.journal)
    let name = try #require(folders.first)
    #expect(folders.count == 1)
    let export = try Command.run("journal", "export", "\(scene.journal)/\(name)/v1")
    #expect(export.output.contains("00000000-0000-4000-8000-000000000001"))
    #expect(export.output.contains("00000000-0000-4000-8000-000000000002"))
  }

  @Test("an empty container has no store, and an unknown SDK is an error")
  func nothing() throws {
    let scene = Scene()
    try scene.write("Library/other", "")
    let result = try Command.run("migrate", scene.container)
    #expect(result.status == 0)
    #expect(result.output == "\(scene.container): no store of another SDK\n")
    #expect(try Command.run("migrate", scene.container, "--sdk", "none").status != 0)
  }

  @Test("a folder that does not exist is an error of usage", arguments: ["store", "source"])
  func missing(command: String) throws {
    let more = command == "source" ? ["--from", "segment"] : []
    let result = try Command.run(["migrate", command, "/nothere"] + more)
    #expect(result.status == 64 && result.error.contains("/nothere"), "\(result.error)")
    #expect(result.output.isEmpty)
    #expect(try Command.run("migrate", "/nothere").status == 64)
    #expect(try Command.run("migrate", "/dev/null").status == 64)
  }

  @Test("the names of the SDKs are listed without a folder")
  func names() throws {
    let result = try Command.run("migrate", "store", "--help-sdks")
    #expect(result.status == 0 && result.output.contains("mixpanel\n"), "\(result.error)")
  }
}
