import CairnCollector
import Crypto
import Foundation
import Testing

@Suite("Keys in a file come and go without a restart")
struct KeyFileTests {
  private static func line(_ kind: String, _ key: String, _ project: String) -> String {
    let digest = SHA256.hash(data: Data(key.utf8)).map { String(format: "%02x", $0) }.joined()
    return "\(kind) \(digest) \(project)"
  }

  private func write(_ lines: [String], _ path: String) throws {
    try Data(lines.joined(separator: "\n").utf8).write(
      to: URL(fileURLWithPath: path), options: .atomic)
  }

  @Test("several are valid at once; one that is added or removed counts from the next request on")
  func rotation() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("keys")
    try write(["# apps", Self.line("write", "OLD", "shop")], path)
    try await TestCollector.run {
      $0.keysPath = path
      $0.readKeys = ["READ": .allProjects]
    } _: { running in
      let status = { (key: String) in
        try await running.client.post(Batches.tracks(["m"]), key: key).status
      }
      #expect(try await [status("OLD"), status("NEW"), status("shop")] == [200, 401, 401])
      try write(
        [Self.line("write", "OLD", "shop"), Self.line("write", "NEW", "shop  # since today")], path)
      #expect(try await [status("OLD"), status("NEW")] == [200, 200])
      try write([Self.line("write", "NEW", "shop")], path)
      #expect(try await [status("OLD"), status("NEW")] == [401, 200])
    }
  }

  @Test("a read key opens its project, and none in the file is all that is read without")
  func reading() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("keys")
    try write([], path)
    try await TestCollector.run {
      $0.keysPath = path
    } _: { running in
      let status = { (key: String) in
        try await running.client.get(
          "/v1/events", headers: ["Authorization": "Bearer \(key)"]
        ).status
      }
      // An empty file opens nothing to everybody.
      #expect(try await running.client.get("/v1/events").status == 401)
      #expect(try await running.client.post(Batches.tracks(["m"])).status == 401)
      try write([Self.line("read", "ONE", "shop"), Self.line("read", "ALL", "*")], path)
      #expect(try await [status("ONE"), status("ALL"), status("NONE")] == [200, 200, 401])
    }
  }

  @Test(
    "a file that is not in order changes nothing",
    arguments: [
      "write", "write abc shop", "delete \(String(repeating: "a", count: 64)) shop",
      "write \(String(repeating: "a", count: 64)) *",
      "write \(String(repeating: "g", count: 64)) shop",
      "write \(String(repeating: "a", count: 64)) two words",
    ])
  func broken(line: String) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("keys")
    try write([Self.line("write", "KEY", "shop")], path)
    try await TestCollector.run {
      $0.keysPath = path
    } _: { running in
      try write([Self.line("write", "OTHER", "shop"), line], path)
      let answer = try await running.client.post(Batches.tracks(["m"]), key: "KEY")
      #expect(answer.status == 200)
      #expect(try await running.client.post(Batches.tracks(["m"]), key: "OTHER").status == 401)
      try FileManager.default.removeItem(atPath: path)
      #expect(try await running.client.post(Batches.tracks(["m"]), key: "KEY").status == 200)
    }
    try write([line], path)
    var configuration = CollectorConfiguration(databasePath: folder.path("e.sqlite"))
    configuration.keysPath = path
    let error = #expect(throws: CollectorError.self) { try Collector(configuration) }
    #expect(error?.code == .invalidConfiguration)
    #expect(error?.message.contains(":1 ") == true)
  }
}
