import Cairn
import CairnServer
import Foundation
import Testing
import ToolTestSupport

@Suite struct CollectKeysTests {
  @Test("cairnctl key creates keys that a running collector accepts, and never shows them again")
  func keys() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "cairn-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path + "/keys"
    let key = try make("write", "--project", "shop", "--keys", path)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let collector = try RunningProcess(
      tool: "collect", "--port", "0", "--database", folder.path + "/events.sqlite", "--keys", path)
    defer { collector.stop() }
    let greeting = try #require(collector.line())
    let how = try #require(collector.line())
    #expect(how.contains("curl -u $WRITE_KEY:"))
    #expect(!how.contains(key))
    let address = "\(greeting.split(separator: " ")[2])"
    #expect(try await post(address, key) == 200)
    #expect(try await post(address, "another") == 401)
    // The last line has no line break, as some editors leave it.
    let lines = try String(contentsOfFile: path, encoding: .utf8).dropLast()
    try Data(lines.utf8).write(to: URL(fileURLWithPath: path))
    let read = try make("read", "--keys", path)
    #expect(read != key && read.count == 43)
    #expect(try await get(address, read) == 200)
    #expect(try await get(address, key) == 401)
  }

  @Test("a write key without a project, and an invalid project name, are refused")
  func wrong() throws {
    for arguments in [["write"], ["write", "--project", "a b"], ["read", "--project", "*"]] {
      let result = try Command.run(["key"] + arguments + ["--keys", "/nowhere/keys"])
      #expect(result.status == 64)
    }
  }

  private func make(_ arguments: String...) throws -> String {
    let result = try Command.run(["key"] + arguments)
    #expect(result.status == 0)
    return result.output.trimmingCharacters(in: .newlines)
  }

  private func post(_ address: String, _ key: String) async throws -> Int {
    let body = #"{"batch":[{"type":"track","event":"e","userId":"u","messageId":"1"}]}"#
    return try await status("POST", "\(address)/v1/batch", key, body: Array(body.utf8))
  }

  private func get(_ address: String, _ key: String) async throws -> Int {
    try await status("GET", "\(address)/v1/events", key)
  }

  private func status(
    _ method: String, _ address: String, _ key: String, body: [UInt8] = []
  ) async throws -> Int {
    let user = Data("\(key):".utf8).base64EncodedString()
    let request = HTTPRequest(
      url: try #require(URL(string: address)), method: method,
      headers: [("Authorization", "Basic \(user)")], body: body)
    return try await AsyncHTTPClientTransport().send(request).status
  }
}
