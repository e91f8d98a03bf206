import CairnCollector
import Foundation
import Testing

@Suite("Remote settings are a file, answered with a tag")
struct SettingsTests {
  let folder: TemporaryFolder
  var path: String { folder.path("settings.json") }

  init() throws { folder = try TemporaryFolder() }

  func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

  @Test("the settings file is served unchanged, and answered 304 until it changes")
  func tags() async throws {
    defer { folder.remove() }
    try write(#"{"enabled":true}"#)
    try await TestCollector.run({ $0.settingsPath = path }) { running in
      let first = try await running.client.get("/v1/settings/KEY")
      #expect(first.status == 200)
      #expect(first.text == #"{"enabled":true}"#)
      #expect(first.header("Content-Type") == "application/json")
      let tag = try #require(first.header("ETag"))
      for named in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
        let again = try await running.client.get(
          "/v1/settings/KEY", headers: ["If-None-Match": named])
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
        #expect(again.header("ETag") == tag)
      }
      try write(#"{"enabled":false}"#)
      let changed = try await running.client.get(
        "/v1/settings/KEY", headers: ["If-None-Match": tag])
      #expect(changed.status == 200)
      #expect(changed.text == #"{"enabled":false}"#)
      #expect(changed.header("ETag") != tag)
    }
  }

  @Test("an invalid or missing settings file does not disable any client")
  func unusable() async throws {
    defer { folder.remove() }
    try await TestCollector.run({ $0.settingsPath = path }) { running in
      #expect(try await running.client.get("/v1/settings/KEY").status == 503)
      let large = "{\"x\":\"" + String(repeating: "x", count: 32_768) + "\"}"
      for text in ["", "{", "[]", "no JSON", large] {
        try write(text)
        let answer = try await running.client.get("/v1/settings/KEY")
        #expect(answer.status == 503)
        #expect(try answer.error().code == "settingsUnavailable")
      }
    }
  }

  @Test("only a known key gives access, and without a file the status is 404")
  func keys() async throws {
    defer { folder.remove() }
    try write("{}")
    try await TestCollector.run({
      $0.settingsPath = path
      $0.writeKeys = ["a key": "project"]
    }) { (running: TestCollector) async throws -> Void in
      #expect(try await running.client.get("/v1/settings/a%20key").status == 200)
      #expect(try await running.client.get("/v1/settings/other").status == 401)
      #expect(try await running.client.get("/v1/settings/").status == 404)
      #expect(try await running.client.get("/v1/settings/a%20key/b").status == 404)
      #expect(try await running.client.post("{}", to: "/v1/settings/a%20key").status == 405)
    }
    try await TestCollector.run { running in
      let answer = try await running.client.get("/v1/settings/KEY")
      #expect(answer.status == 404)
    }
  }
}
