import Foundation
import Testing

/// `Examples/Tutorials/Notes`, the program of the tutorial "First event to first dashboard".
@Suite struct TutorialTests {
  let folder: TemporaryFolder
  let collector: TestCollector

  init() async throws {
    folder = try TemporaryFolder()
    collector = try await TestCollector(in: folder)
  }

  func add(_ note: String) async throws -> ExampleProcess {
    let environment = [
      "COLLECTOR": await collector.address, "XDG_STATE_HOME": folder.path("state"),
    ]
    return try ExampleProcess("notes", [note], environment: environment, in: folder)
  }

  /// The lines of a listing of the tutorial, without the command.
  func listing(_ name: String) throws -> [String] {
    let resources = "../../../Sources/Cairn/Cairn.docc/Resources"
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "\(resources)/\(name)").standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("$") }
  }

  /// The output of a run, in the order of the tutorial, without the times of the events.
  func output(_ notes: ExampleProcess) async -> [String] {
    var lines: [String] = []
    while let line = await notes.line() { lines.append(line) }
    let printed = notes.complaints.split(separator: "\n").map(String.init)
    return withoutTimes(lines.prefix(1) + printed + lines.dropFirst())
  }

  func withoutTimes(_ lines: [String]) -> [String] {
    lines.map { $0.replacing(/^\d\d:\d\d:\d\d\.\d{3}/, with: "") }
  }

  @Test("the program prints what the tutorial shows, and the collector stores its event")
  func collected() async throws {
    let notes = try await add("Buy milk")
    #expect(await output(notes) == withoutTimes(try listing("first-event-run-collected.txt")))
    #expect(await notes.ending() == .exit(0))
    let events = try await collector.events()
    #expect(events.map(\.event) == ["Note Added"])
    #expect(events.map(\.properties.characters) == [8])
    try await collector.stop()
  }

  @Test("without the collector the event waits for the next run, as the tutorial shows")
  func offline() async throws {
    try await collector.stop()
    let first = try await add("Water the plants")
    #expect(await output(first) == withoutTimes(try listing("first-event-run-offline.txt")))
    try await collector.start()
    let second = try await add("Call Ada")
    #expect(await output(second) == withoutTimes(try listing("first-event-run-again.txt")))
    #expect(try await collector.events().map(\.properties.characters) == [16, 8])
    try await collector.stop()
  }
}
