import Cairn
import CairnServer
import ToolTestSupport
import Foundation
import Testing

@Suite struct CollectConfigTests {
  @Test("collect --config serves the document of the experiments as it is, and as it becomes")
  func config() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "cairn-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "config.json")
    let documents = [1, 2].map { #"{"account_id":"\#($0)","project":{"id":"2"}}"# }
    try Data(documents[0].utf8).write(to: file)
    let collector = try RunningProcess(
      tool: "collect", "--port", "0", "--database", folder.path + "/events.sqlite", "--config",
      file.path)
    defer { collector.stop() }
    // Collecting at http://127.0.0.1:49152 into …
    let address = try #require(collector.line()).split(separator: " ")[2]
    let url = try #require(URL(string: "\(address)/v1/config/KEY"))
    #expect(try await get(url) == documents[0])
    try Data(documents[1].utf8).write(to: file)
    #expect(try await get(url) == documents[1])
    try Data("{".utf8).write(to: file)
    #expect(try await get(url) == documents[1])
  }

  private func get(_ url: URL) async throws -> String {
    let answer = try await AsyncHTTPClientTransport().send(HTTPRequest(url: url, method: "GET"))
    return String(decoding: answer.body, as: UTF8.self)
  }
}
