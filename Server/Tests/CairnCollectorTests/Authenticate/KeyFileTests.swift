import Crypto
import Foundation
import GRDB
import Testing

@testable import CairnCollector

@Suite("Keys in a file are added and removed without a restart")
struct KeyFileTests {
  private static func line(_ kind: String, _ key: String, _ project: String) -> String {
    let digest = SHA256.hash(data: Data(key.utf8)).map { String(format: "%02x", $0) }.joined()
    return "\(kind) \(digest) \(project)"
  }

  private func write(_ lines: [String], _ path: String) throws {
    try Data(lines.joined(separator: "\n").utf8).write(
      to: URL(fileURLWithPath: path), options: .atomic)
  }

  @Test(
    "several keys are valid at once; an added or removed key takes effect with the next request")
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

  @Test("a read key gives access to its project, and an empty key file gives access to nobody")
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
      // An empty file gives access to nobody.
      #expect(try await running.client.get("/v1/events").status == 401)
      #expect(try await running.client.post(Batches.tracks(["m"])).status == 401)
      try write([Self.line("read", "ONE", "shop"), Self.line("read", "ALL", "*")], path)
      #expect(try await [status("ONE"), status("ALL"), status("NONE")] == [200, 200, 401])
    }
  }

  @Test("a link is followed: a change of its target, or of the link, takes effect at once")
  func link() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let (path, real) = (folder.path("keys"), folder.path("real"))
    try write([Self.line("write", "OLD", "shop")], real)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: real)
    try await TestCollector.run {
      $0.keysPath = path
    } _: { running in
      let status = { (key: String) in
        try await running.client.post(Batches.tracks(["m"]), key: key).status
      }
      #expect(try await [status("OLD"), status("NEW")] == [200, 401])
      // The file is changed by renaming another file over it, and in place.
      try write([Self.line("write", "NEW", "shop")], real)
      #expect(try await [status("OLD"), status("NEW")] == [401, 200])
      try Data(Self.line("write", "TWO", "shop").utf8).write(to: URL(fileURLWithPath: real))
      #expect(try await [status("NEW"), status("TWO")] == [401, 200])
      // While the file cannot be read, the keys stay in effect, and reading is retried.
      try FileManager.default.moveItem(atPath: real, toPath: folder.path("aside"))
      #expect(try await status("TWO") == 200)
      try write([Self.line("write", "OLD", "shop")], real)
      #expect(try await [status("OLD"), status("TWO")] == [200, 401])
    }
  }

  @Test("a file that becomes readable only by its mode or owner is read again")
  func attributes() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("keys")
    try write([Self.line("write", "KEY", "shop")], path)
    let past = Date(timeIntervalSinceNow: -3_600)
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: path)
    let before = try #require(FileVersion(path))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    #expect(!FileVersion.isSame(FileVersion(path), as: before))
  }

  @Test("lines of the key file may end with CR LF")
  func windows() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("keys")
    let lines = ["# keys", Self.line("write", "W", "shop"), Self.line("read", "R", "*"), ""]
    try Data(lines.joined(separator: "\r\n").utf8).write(to: URL(fileURLWithPath: path))
    try await TestCollector.run {
      $0.keysPath = path
    } _: { running in
      #expect(try await running.client.post(Batches.tracks(["m"]), key: "W").status == 200)
      let answer = try await running.client.get(
        "/v1/events", headers: ["Authorization": "Bearer R"])
      #expect(answer.status == 200)
      let project = try await DatabaseQueue(path: running.databasePath).read { db in
        try String.fetchAll(db, sql: "SELECT DISTINCT project FROM events")
      }
      #expect(project == ["shop"])
    }
  }

  @Test(
    "a malformed line in the key file leaves the previous keys in effect",
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
