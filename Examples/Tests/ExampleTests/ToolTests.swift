import Foundation
import Testing

/// `Examples/Tool` as a process.
@Suite struct ToolTests {
  let folder: TemporaryFolder
  let collector: TestCollector

  init() async throws {
    folder = try TemporaryFolder()
    collector = try await TestCollector(in: folder)
  }

  func start(_ files: String...) async throws -> ExampleProcess {
    let options = ["--collector", await collector.address, "--journal", folder.path("journal")]
    return try ExampleProcess("wordcount", options + files, in: folder)
  }

  func storedCounts() async throws -> [Int] {
    try await collector.events().compactMap(\.properties.words)
  }

  @Test("the tool counts words, and its events are delivered when it exits")
  func counts() async throws {
    let file = try folder.file("two", "one two\n")
    let tool = try await start(file)
    #expect(await tool.line() == "1 2 8 \(file)")
    #expect(await tool.ending() == .exit(0))
    #expect(tool.complaints == "events: 1 delivered, 0 for the next run\n")
    #expect(try await storedCounts() == [2])
    try await collector.stop()
  }

  @Test("kill -9 during a run: the next run delivers the earlier events, once")
  func killed() async throws {
    let (one, two) = (try folder.file("one", "one"), try folder.file("two", "one two"))
    let pipe = folder.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    // The pipe has no writer, so the tool waits there.
    let first = try await start(one, two, pipe)
    #expect(await first.line() == "0 1 3 \(one)")
    #expect(await first.line() == "0 2 7 \(two)")
    first.send(SIGKILL)
    #expect(await first.ending() == .signal(SIGKILL))
    let second = try await start(try folder.file("three", "one two three"))
    #expect(await second.ending() == .exit(0), "\(second.complaints)")
    #expect(try await storedCounts() == [1, 2, 3])
    try await collector.stop()
  }

  @Test("without a network the tool ends in order, and the next run delivers its events")
  func offline() async throws {
    try await collector.stop()
    let first = try await start(try folder.file("one", "one"))
    #expect(await first.ending() == .exit(0))
    #expect(first.complaints.contains("events: 0 delivered, 1 for the next run\n"))
    try await collector.start()
    let second = try await start(folder.path("missing"))
    #expect(await second.ending() == .exit(1))
    #expect(second.complaints.contains("events: 2 delivered, 0 for the next run\n"))
    #expect(try await collector.events().map(\.event) == ["File Counted", "File Unreadable"])
    try await collector.stop()
  }
}
