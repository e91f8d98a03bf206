import Cairn
import CairnServer
import Foundation
import Testing
import ToolTestSupport

@Suite struct StoreCopyCommandTests {
  private let transport = AsyncHTTPClientTransport()
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "cairn-\(UUID().uuidString)"
  ).path

  /// Fills a store through its collector.
  private func fill(_ database: String, events: Int) async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let collector = try RunningProcess(tool: "collect", "--port", "0", "--database", database)
    defer { collector.stop() }
    let greeting = try #require(collector.line())
    let url = try #require(URL(string: "\(greeting.split(separator: " ")[2])/v1/batch"))
    for start in stride(from: 0, to: events, by: 500) {
      let batch = (start..<min(start + 500, events)).map {
        #"{"type":"track","event":"e","userId":"u\#($0 % 7)","messageId":"\#($0)"}"#
      }
      let response = try await transport.send(
        HTTPRequest(
          url: url,
          headers: [("Content-Type", "application/json"), ("Authorization", "Basic azo=")],
          body: Array("{\"batch\":[\(batch.joined(separator: ","))]}".utf8)))
      #expect(response.status == 200)
    }
  }

  @Test("a copy that is killed again and again ends with all events, each once")
  func killed() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (from, to) = (folder + "/from.sqlite", folder + "/to.sqlite")
    try await fill(from, events: 12_000)
    for life in 0..<12 {
      let copy = try RunningProcess(tool: "store", "copy", from, to)
      // tidy:allow(sleep) A process can die at any time; no result depends on which.
      try await Task.sleep(for: .milliseconds(15 * life))
      copy.crash()
    }
    let result = try Command.run("store", "copy", from, to)
    #expect(result.status == 0 && result.error.isEmpty)
    #expect(
      result.output == """
        project  events of FROM  events of TO  counts
        k                12 000        12 000  equal

        """)
    let again = try Command.run("store", "copy", from, to)
    #expect(again.status == 0 && again.output == result.output)
  }

  @Test("a copy that is not possible is refused with the reason, and changes nothing")
  func refused() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (from, copy) = (folder + "/from.sqlite", folder + "/copy.sqlite")
    try await fill(from, events: 3)
    let missing = try Command.run("store", "copy", folder + "/none.sqlite", copy)
    #expect(missing.status == 64 && missing.error.contains("there is no file"))
    let same = try Command.run("store", "copy", from, from)
    #expect(same.status == 1 && same.error.contains("the same store"))
    try FileManager.default.copyItem(atPath: from, toPath: copy)
    let duplicate = try Command.run("store", "copy", from, copy)
    #expect(duplicate.status == 1 && duplicate.error.contains("a copy of its file"))
    let server = try Command.run(
      "store", "copy", from, "postgres://u:secret@127.0.0.1:1/none?connect_timeout=2")
    #expect(server.status == 1 && !server.error.isEmpty)
    #expect(!server.error.contains("secret"))
  }
}
